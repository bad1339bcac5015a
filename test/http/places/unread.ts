import { openConnection } from '../../support/network/open-connection.ts'
import { fillInbox } from '../../support/service/filling.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { headOf } from '../bodies/arriving/stalling.ts'

/** Somebody whose inbox is larger than what the system keeps for a connection. */
export async function wordyPerson(): Promise<SignedIn> {
  const person = await inboard.signIn()
  await fillInbox(inboard, person, 900, '🪴'.repeat(2000))
  return person
}

/** Connections on which the inbox is asked for several times, and nothing is ever read but how the first answer begins. */
export const neverRead = (count: number, token: string, url = inboard.url, path = '/api/inbox/cards') =>
  Promise.all(
    times(count, async () => {
      const connection = await openConnection(url)
      connection.socket.once('data', () => connection.socket.pause())
      await connection.send(headOf(`GET ${path}`, token, 'Accept: */*').repeat(5))
      return connection
    }),
  )
