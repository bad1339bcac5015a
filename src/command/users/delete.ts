import { leave } from '../../server/accounts/leave.ts'
import type { Given } from '../command.ts'
import { confirm, yesOption } from '../output/confirm.ts'
import { answer, jsonOption } from '../output/terminal.ts'
import { addressOf, withAccount } from './account.ts'

export { words } from './account.ts'
export const options = { ...yesOption, ...jsonOption }
export const notes = `Deletes immediately and permanently: only a backup brings the account back. "inboard export ADDRESS" saves its contents.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const email = addressOf(given)
  const id = await withAccount(email, async (world, ownerId) => {
    await confirm(asked, `Permanently delete the account of ${email} and everything in it?`)
    await leave({ ...world, audit: () => {} }, { ownerId, client: '' }, email)
    return ownerId
  })
  answer(asked, { user: { id, email } }, () => `Deleted the account of ${email} and everything in it.`)
}
