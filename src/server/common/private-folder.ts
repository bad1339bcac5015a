import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the folder of a file for this user alone. An existing folder keeps its mode, which is the
 * operator's choice.
 */
export const makeFolderOf = (file: string) => mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
