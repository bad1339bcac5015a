import { enable } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { say } from '../terminal.ts'
import { orId, withAccount } from './account.ts'

export { words } from './account.ts'
export const notes = `API tokens and passkeys work again, and links are sent. Sessions that have ended stay ended. ${orId}`

export async function run({ words: [named = ''] }: Given): Promise<undefined> {
  await withAccount(named, ({ db }, id) => enable(db, id))
  say(`${named} can sign in again.`)
}
