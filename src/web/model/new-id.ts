import { newKey } from '../../client/batches.ts'

/** A random UUID, of version 4. */
export const newId = () => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
