import { readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { longestFile } from '../contract/limits.ts'
import type { Imported } from '../contract/transfer.ts'
import { configurePart } from '../server/configure.ts'
import { Failure } from '../server/problems.ts'
import { Refused } from '../server/refused.ts'
import { importFile } from '../server/transfer/import-file.ts'
import { type Given, UsageError } from './command.ts'
import { answer, count, jsonOption, table } from './terminal.ts'
import { orId, withAccount } from './users/account.ts'

export const words = ['ADDRESS', 'FILE'] as const
export const options = {
  'dry-run': { help: 'only say what would be made' },
  lists: { value: 'MAP', help: 'which list becomes which status: "Backlog:To do,Review:Doing"' },
  title: {
    value: 'TITLE',
    help: 'what a project is called whose name is not in the file; else as the file is',
  },
  ...jsonOption,
}
export const notes = `FILE is an export of Inboard or of a Trello board (.json), a CSV of Todoist, of TickTick or with the columns
project,status,text,complete (.csv), or a list of tasks in Markdown (.md). All of it is made, or nothing. ${orId}`

const types: Record<string, string> = {
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
}

export async function run({ words: [named = '', file = ''], options: asked }: Given): Promise<undefined> {
  const { name, ext } = parse(file)
  const type = types[ext.toLowerCase()]
  if (!type) throw new UsageError('FILE must end in .json, .csv or .md, so that it is known what is in it.')
  const sent = { type, bytes: read(file) }
  const { lists, title = name } = asked
  const isRehearsal = asked['dry-run'] !== undefined
  const query = { dry_run: isRehearsal, ...(lists && { lists }), title }
  const done = await withAccount(named, async (world, ownerId) => {
    const config = configurePart(process.env, 'maxProjects', 'maxCards', 'maxText', 'binDays')
    return await importFile({ ...world, config }, { ownerId }, sent, query).catch(explain)
  })
  answer(asked, done.content, () => inWords(done.content, isRehearsal))
}

function read(file: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Refused(`The file cannot be read: ${(error as Error).message}.`)
  }
  if (bytes.length > longestFile) throw new Refused('The file is longer than 32 MiB. Import it in parts.')
  return bytes
}

function explain(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const { detail, errors = [] } = error.problem
  const places = errors.map(({ field, message }) => `${field} ${message}.`)
  throw new Refused(`Nothing was made. ${places.length > 0 ? places.join('\n') : detail}`)
}

function inWords(
  { projects, cards, boards, inbox, lists, left_out }: Imported,
  isRehearsal: boolean,
): string {
  if (projects + cards === 0) return 'There is nothing in the file to import.'
  const sum = `${count(projects, 'project')} and ${count(cards, 'card')}`
  const [first] = boards
  const rows = boards.map(({ title, statuses }) => [title, ...statuses.map((status) => status.cards)])
  return [
    `${isRehearsal ? 'It would make' : 'Made'} ${sum}${inbox.cards > 0 ? `, ${inbox.cards} of them in the inbox` : ''}.`,
    ...(left_out > 0
      ? [
          `${count(left_out, 'entry', 'entries')} of the file ${left_out === 1 ? 'is' : 'are'} left out: archived, or no task.`,
        ]
      : []),
    ...(first ? ['', table(['project', ...first.statuses.map(({ name }) => name)], rows)] : []),
    ...(lists.length > 0
      ? [
          '',
          table(
            ['list', 'column', 'cards'],
            lists.map((one) => [one.name, one.status, one.cards]),
          ),
        ]
      : []),
  ].join('\n')
}
