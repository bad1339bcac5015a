import type { Board } from '../../client/board/board.ts'
import { Replica } from '../../client/board/replica.ts'
import type { Client } from '../../client/client.ts'
import { rememberProjects } from '../completion/project-names.ts'

/** The whole account. */
export const readBoard = async (client: Client): Promise<Board> => (await readReplica(client)).board

/** For commands that follow changes. */
export async function readReplica(client: Client): Promise<Replica> {
  const replica = new Replica(client)
  rememberProjects((await replica.catchUp()).projects)
  return replica
}
