import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError } from '../../server/common/command-error.ts'
import { exportAccount } from '../../server/transfer/export-account.ts'
import type { Given } from '../command.ts'
import { inJson, remark, say } from '../output/terminal.ts'
import { orId, readAccount } from './database.ts'

export const words = ['ADDRESS', '[FILE]'] as const
export const notes = `Without FILE, prints to standard output. It is the same file as that of "Export" in the settings: every project and card in
order, without the bin. "inboard import" reads it, on this server or another.
${orId}`

export async function run({ words: [named = '', file] }: Given): Promise<undefined> {
  const document = await readAccount(named, (world, ownerId) => exportAccount(world, ownerId))
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (!file) return say(process.stdout.isTTY ? inJson(document, 2) : text)
  write(resolve(file), text)
  remark(`Written to ${resolve(file)}.`)
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandError(code === 'EEXIST' ? `${file} already exists.` : `${message}.`)
  }
}
