import { NameError } from '../board/names.ts'
import { CommandError } from '../server/common/command-error.ts'
import { closest } from '../server/common/near-misses.ts'
import { helpFor, readWords, twoColumns, UsageError } from './command.ts'
import { commands, forPeople, forTheServer } from './commands.ts'
import { printable, remark, say } from './output/terminal.ts'

// The command `inboard`: loads the one that is meant, and no other, and says what went wrong. commands.ts lists them all.

const longestName = Math.max(...Object.keys(commands).map((name) => name.length))
const listed = (some: typeof commands) =>
  twoColumns(Object.entries(some).map(([name, { summary }]) => [name.padEnd(longestName), summary] as const))

const help = `Inboard: a kanban service without passwords.

  inboard [COMMAND] [options]

Your cards, from any shell (start with "inboard login URL"):

${listed(forPeople)}

For operators, on the server:

${listed(forTheServer)}

  inboard COMMAND --help
  inboard --version

Without a command, inboard starts the server. Configure it with environment variables or a .env file in this folder.
Exit codes: 0 success, 1 failure (the reason is printed), 2 usage error.
`

/** The command, once it is known. */
let running: string | undefined

async function main(given: string[]): Promise<number | undefined> {
  const [first = 'serve', second = ''] = given
  if (['--help', '-h', 'help'].includes(first)) return say(help)
  if (['--version', '-v'].includes(first)) return say((await import('../server/common/version.ts')).version)
  // Not for people: this is how the server starts its workers.
  if (first === 'work' && process.send) return (await import('../server/pool/work.ts')).work()
  const name = [`${first} ${second}`, first].find((one) => one in commands)
  const entry = commands[name ?? '']
  const group = membersOf(first)
  if (!entry && group && ['--help', '-h'].includes(second)) return say(group)
  if (!name || !entry) throw new UsageError(group ? `Choose one:\n\n${group}` : unknown(first))
  if (name !== 'serve') {
    running = name
    exitOnSignal()
  }
  const command = await entry.load()
  const asked = readWords(name, command, given.slice(name.split(' ').length))
  if ('help' in asked.options) return say(helpFor(name, entry.summary, command))
  return await command.run(asked, { forPeople, forTheServer })
}

/** Runs exit handlers on a signal. Otherwise unfinished files would stay behind. */
function exitOnSignal(): void {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.on(signal, () => process.exit(128 + number))
}

/** The commands of a group, such as `users`, or undefined if there is none. */
function membersOf(first: string): string | undefined {
  const members = Object.entries(commands).filter(([name]) => name.startsWith(`${first} `))
  const rows = members.map(([name, { summary }]) => [`inboard ${name}`, summary] as const)
  return rows.length > 0 ? twoColumns(rows) : undefined
}

/** Names of commands in other programs. */
const synonyms: Record<string, string> = {
  list: 'ls',
  search: 'find',
  view: 'show',
  cat: 'show',
  complete: 'done',
  move: 'mv',
  delete: 'rm',
  remove: 'rm',
  new: 'add',
  create: 'add',
  signin: 'login',
}

function unknown(first: string): string {
  const names = Object.keys(commands)
  if (first.startsWith('-')) return `Unknown option ${first}. See: inboard --help`
  const meant =
    synonyms[first] ?? closest(first, [...new Set(names.map((name) => name.split(' ')[0] ?? name))])
  return `Unknown command "${first}".${meant ? ` Did you mean "${meant}"?` : ''} See: inboard --help`
}

async function explain(error: unknown): Promise<string> {
  if (error instanceof CommandError) return error.message
  if (error instanceof NameError) return printable(error.message)
  return (await import('../server/process/start-errors.ts')).explainStartError(error, running)
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ?? 0
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1
  remark(await explain(error))
}
