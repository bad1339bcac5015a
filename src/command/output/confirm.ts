import { createInterface } from 'node:readline'
import { CommandError } from '../../server/common/command-error.ts'
import { UsageError } from '../command.ts'

/** For every command that destroys something. */
export const yesOption = { yes: { help: 'do not ask; required without a terminal' } } as const

/** Asks a yes-or-no question unless `--yes` was given. Throws if the answer is not yes, or if nobody can be asked. */
export async function confirm(options: { yes?: string }, question: string): Promise<void> {
  if (options.yes !== undefined) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(
      `${question} There is no terminal to ask, so nothing was done. To confirm, add --yes.`,
    )
  if (!/^y(?:es)?$/i.test(await ask(`${question} [y/N] `))) throw new CommandError('Nothing was done.')
}

/** Resolves to an empty text if the prompt is closed instead, with Ctrl-D or Ctrl-C. */
async function ask(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr, prompt: question })
  prompt.prompt()
  for await (const line of prompt) return line.trim()
  process.stderr.write('\n')
  return ''
}
