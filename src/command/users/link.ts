import { addAccount, makeLink } from '../../server/accounts/administer.ts'
import { configurePart } from '../../server/configure.ts'
import { Refused } from '../../server/refused.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption, remark } from '../terminal.ts'
import { addressOf, withAccounts } from './account.ts'

export { words } from './account.ts'
export const options = jsonOption
export const notes = `Makes the account, if there is none. For the first person, when nobody may join, and for when mail does not work. The link
works once, and for 15 minutes. Whoever has it gets in: hand it over as you would a key.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const email = addressOf(given)
  const { isNew, link } = await withAccounts(async ({ db, clock }) => {
    const account = await addAccount(db, clock, email)
    return { ...account, link: await makeLink(db, clock, account.id) }
  })
  if (!link) throw new Refused(`The account of ${email} is disabled. See: inboard users enable --help`)
  const { appUrl } = configurePart(process.env, 'appUrl')
  const url = `${appUrl}/verify-email?token=${link.token}`
  if (isNew) remark(`${email} has an account now.`)
  answer(asked, { link: url, expires_at: link.expires_at, is_new: isNew }, () => url)
}
