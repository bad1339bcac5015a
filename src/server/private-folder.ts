import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates the folder of a file, if there is none, for this user alone. One that is there keeps its mode: it is the operator's. */
export const makeFolderOf = (file: string) => mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
