import type { Board } from '../../client/board/board.ts'
import type { Column } from '../../client/board/columns.ts'
import { Replica } from '../../client/board/replica.ts'
import type { Client } from '../../client/client.ts'
import { rememberProjects } from '../completion/project-names.ts'
import { printable } from '../output/printable.ts'

/** The whole account. */
export const readBoard = async (client: Client): Promise<Board> => (await readReplica(client)).board

/** For commands that follow changes. */
export async function readReplica(client: Client): Promise<Replica> {
  const replica = new Replica(client)
  rememberProjects((await replica.catchUp()).projects)
  return replica
}

/** `Home / Doing`, `Inbox`. */
export const placeName = (board: Board, column: Column): string => printable(board.placeOf(column).name)
