import { createInterface } from 'node:readline/promises'
import { leave } from '../../server/accounts/leave.ts'
import { Refused } from '../../server/refused.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption } from '../terminal.ts'
import { addressOf, withAccount } from './account.ts'

export { words } from './account.ts'
export const options = { yes: { help: 'do not ask, as a script cannot be asked anyway' }, ...jsonOption }
export const notes = `At once, for good, and without a way back but a backup. "inboard export ADDRESS" keeps what is in it.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const email = addressOf(given)
  const id = await withAccount(email, async (world, ownerId) => {
    if (asked.yes === undefined && process.stdin.isTTY) await requireYes(email)
    await leave({ ...world, audit: () => {} }, { ownerId, client: '' }, email)
    return ownerId
  })
  answer(asked, { user: { id, email } }, () => `The account of ${email} and everything in it are gone.`)
}

async function requireYes(email: string): Promise<void> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const said = await prompt.question(
      `Delete the account of ${email} and everything in it, for good? [y/N] `,
    )
    if (!/^y(?:es)?$/i.test(said.trim())) throw new Refused('Nothing was deleted.')
  } finally {
    prompt.close()
  }
}
