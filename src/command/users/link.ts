import { addAccount, makeLink } from '../../server/accounts/administer.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { configurePart } from '../../server/config/configure.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption, remark } from '../output/terminal.ts'
import { addressOf, withAccounts } from './account.ts'

export { words } from './account.ts'
export const options = jsonOption
export const notes = `Creates the account if there is none. For the first person, when registration is closed, or when mail does not work. The link
expires in 15 minutes and works once. Anyone who has it can sign in: treat it like a key.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const email = addressOf(given)
  const { isNew, link } = await withAccounts(async ({ db, clock }) => {
    const account = await addAccount(db, clock, email)
    return { ...account, link: await makeLink(db, clock, account.id) }
  })
  if (!link) throw new CommandError(`The account of ${email} is disabled. See: inboard users enable --help`)
  const { appUrl } = configurePart(process.env, 'appUrl')
  const url = `${appUrl}/verify-email?token=${link.token}`
  if (isNew) remark(`Created an account for ${email}.`)
  answer(asked, { link: url, expires_at: link.expires_at, is_new: isNew }, () => url)
}
