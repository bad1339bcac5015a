import { leave } from '../../server/accounts/leave.ts'
import type { Given } from '../command.ts'
import { say } from '../terminal.ts'
import { addressOf, withAccount } from './account.ts'

export { words } from './account.ts'
export const notes = `At once, for good, and without a way back but a backup. "inboard export ADDRESS" keeps what is in it.`

export async function run({ words: [given = ''] }: Given): Promise<undefined> {
  const email = addressOf(given)
  await withAccount(email, (world, ownerId) =>
    leave({ ...world, audit: () => {} }, { ownerId, client: '' }, email),
  )
  say(`The account of ${email} and everything in it are gone.`)
}
