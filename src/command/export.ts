import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refused } from '../server/refused.ts'
import { exportAccount } from '../server/transfer/export-account.ts'
import type { Given } from './command.ts'
import { remark, say } from './terminal.ts'
import { orId, withAccount } from './users/account.ts'

export const words = ['ADDRESS', '[FILE]'] as const
export const notes = `Without FILE it goes to standard output. It is what the person gets who presses "Export" in the settings: every project and
card in its order, and nothing of the bin. "inboard import" takes it back, on this server or another. ${orId}`

export async function run({ words: [named = '', file] }: Given): Promise<undefined> {
  const document = await withAccount(named, (world, ownerId) => exportAccount(world, ownerId))
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (!file) return say(text)
  write(resolve(file), text)
  remark(`Written to ${resolve(file)}.`)
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Refused(code === 'EEXIST' ? `${file} is there already, and stays as it is.` : `${message}.`)
  }
}
