import { createInterface } from 'node:readline/promises'
import { leave } from '../../server/accounts/leave.ts'
import { CommandError } from '../../server/common/command-error.ts'
import type { Given } from '../command.ts'
import { answer, jsonOption } from '../output/terminal.ts'
import { addressOf, withAccount } from './account.ts'

export { words } from './account.ts'
export const options = { yes: { help: 'do not ask (scripts are never asked)' }, ...jsonOption }
export const notes = `Deletes immediately and permanently: only a backup brings the account back. "inboard export ADDRESS" saves its contents.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const email = addressOf(given)
  const id = await withAccount(email, async (world, ownerId) => {
    if (asked.yes === undefined && process.stdin.isTTY) await requireYes(email)
    await leave({ ...world, audit: () => {} }, { ownerId, client: '' }, email)
    return ownerId
  })
  answer(asked, { user: { id, email } }, () => `Deleted the account of ${email} and everything in it.`)
}

async function requireYes(email: string): Promise<void> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const said = await prompt.question(
      `Permanently delete the account of ${email} and everything in it? [y/N] `,
    )
    if (!/^y(?:es)?$/i.test(said.trim())) throw new CommandError('Nothing was deleted.')
  } finally {
    prompt.close()
  }
}
