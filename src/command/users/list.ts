import { type Account, listAccounts } from '../../server/accounts/administer.ts'
import type { Given } from '../command.ts'
import { answer, inBytes, jsonOption, table } from '../output/terminal.ts'
import { withAccounts } from './account.ts'

export const options = jsonOption
export const notes = `Includes everyone who has asked for a link but never signed in, until the server cleans them up.`

export async function run({ options: asked }: Given): Promise<undefined> {
  const accounts = await withAccounts(async ({ db, clock }) => {
    const all: Account[] = []
    for (;;) {
      const page = await listAccounts(db, clock, all.at(-1)?.email)
      if (page.length === 0) return all
      all.push(...page)
    }
  })
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
}

export const day = (time: string | null) => time?.slice(0, 10) ?? '-'

export function stateOf({ disabled_at, email_verified_at }: Account): string {
  if (disabled_at) return 'disabled'
  return email_verified_at ? '' : 'never signed in'
}
