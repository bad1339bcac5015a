import { type Account, listAccounts } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { answer, count, inBytes, jsonOption, remark, table } from '../output/terminal.ts'
import { readAccounts } from './account.ts'

export const options = {
  all: { help: 'also list those who asked for a link but never signed in' },
  ...jsonOption,
}
export const notes = `Who asks for a link has an account that is listed only with --all, until they sign in or the server cleans it up.`

export async function run({ options: asked }: Given): Promise<undefined> {
  const everyone = await readAccounts(async ({ db, clock }) => {
    const all: Account[] = []
    for (;;) {
      const page = await listAccounts(db, clock, all.at(-1)?.email)
      if (page.length === 0) return all
      all.push(...page)
    }
  })
  const accounts = asked.all === undefined ? everyone.filter(isVerified) : everyone
  answer(asked, { users: accounts }, () =>
    accounts.length === 0
      ? 'There are no accounts yet. "inboard users link ADDRESS" creates one and prints a sign-in link.'
      : table(
          ['address', 'since', 'last sign-in', 'projects', 'cards', 'text', ''],
          accounts.map((account) => [
            account.email,
            day(account.created_at),
            day(account.last_signed_in_at),
            account.projects,
            account.cards,
            inBytes(account.bytes),
            stateOf(account),
          ]),
        ),
  )
  const others = everyone.length - accounts.length
  if (others > 0) remark(`${count(others, 'more has', 'more have')} never signed in (--all).`)
}

const isVerified = ({ email_verified_at }: Account) => email_verified_at !== null

export const day = (time: string | null) => time?.slice(0, 10) ?? '-'

export function stateOf(account: Account): string {
  if (account.disabled_at) return 'disabled'
  return isVerified(account) ? '' : 'never signed in'
}
