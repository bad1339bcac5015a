import { addAccount } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption } from '../output/terminal.ts'
import { addressOf, withAccounts } from './account.ts'

export { words } from './account.ts'
export const options = jsonOption
export const notes = `REGISTRATION does not matter: you vouch for the address. Its owner signs in with an emailed link, or with one that
"inboard users link" prints.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const email = addressOf(given)
  const { id, isNew } = await withAccounts(({ db, clock }) => addAccount(db, clock, email))
  answer(asked, { user: { id, email }, is_new: isNew }, () =>
    isNew ? `Created an account for ${email}.` : `${email} already has an account and can sign in.`,
  )
}
