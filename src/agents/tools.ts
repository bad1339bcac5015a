import type { Tool } from './tool.ts'
import { add } from './tools/add.ts'
import { complete } from './tools/complete.ts'
import { remove } from './tools/delete.ts'
import { edit } from './tools/edit.ts'
import { find } from './tools/find.ts'
import { move } from './tools/move.ts'
import { overview } from './tools/overview.ts'
import { read } from './tools/read.ts'
import { fetch, search } from './tools/search.ts'

/** All tools. */
export const tools: readonly Tool[] = [overview, find, read, add, edit, move, complete, remove, search, fetch]
