import { readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { inWords } from '../../contract/plain/counted.ts'
import { longestFile } from '../../contract/plain/limits.ts'
import type { Imported } from '../../contract/transfer.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { ProblemError } from '../../server/common/problems.ts'
import { configurePart } from '../../server/config/configure.ts'
import { importFile } from '../../server/transfer/import-file.ts'
import { type Given, UsageError } from '../command.ts'
import { answer, count, jsonOption, table } from '../output/terminal.ts'
import { orId, withAccount } from './database.ts'

export const words = ['ADDRESS', 'FILE'] as const
export const options = {
  'dry-run': { help: 'only show what would be imported' },
  lists: { value: 'MAP', help: 'which list goes to which column: "Backlog:To do,Review:Doing"' },
  title: {
    value: 'TITLE',
    help: 'the name of the project if the file has none; by default the name of the file',
  },
  ...jsonOption,
}
export const notes = `FILE is an Inboard export or a Trello board (.json); a CSV file from Todoist or TickTick, or with the columns
project,status,text,complete (.csv); or a task list in Markdown (.md). Everything is imported, or nothing.
${orId}`

const types: Record<string, string> = {
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
}

export async function run({ words: [named = '', file = ''], options: asked }: Given): Promise<undefined> {
  const { name, ext } = parse(file)
  const type = types[ext.toLowerCase()]
  if (!type) throw new UsageError('FILE must end in .json, .csv or .md.')
  const sent = { type, bytes: read(file) }
  const { lists, title = name } = asked
  const isRehearsal = asked['dry-run'] !== undefined
  const query = { dry_run: isRehearsal, ...(lists && { lists }), title }
  const done = await withAccount(named, async (world, ownerId) => {
    const config = configurePart(process.env, 'maxProjects', 'maxCards', 'maxText', 'binDays')
    return await importFile({ ...world, config }, { ownerId }, sent, query).catch(explain)
  })
  answer(asked, done.content, () => report(done.content, isRehearsal))
}

function read(file: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new CommandError(`Cannot read the file: ${(error as Error).message}.`)
  }
  if (bytes.length > longestFile)
    throw new CommandError('The file is larger than 32 MiB. Split it and import the parts.')
  return bytes
}

function explain(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error
  const { detail, errors = [] } = error.problem
  // The only field without a name is the whole document.
  if (errors.some(({ field, message }) => field === '' && message.startsWith('must be')))
    throw new CommandError('Nothing was imported: this is neither an Inboard export nor a Trello board.')
  const places = errors.map(
    ({ field, message }) => `${field === 'lists' ? '--lists' : field || 'the file'} ${message}.`,
  )
  throw new CommandError(
    `Nothing was imported${places.length > 0 ? `: ${places.join('\n')}` : `. ${detail}`}`,
  )
}

function report(
  { projects, cards, boards, inbox, lists, marks, not_imported }: Imported,
  isRehearsal: boolean,
): string {
  if (projects + cards === 0) return 'There is nothing in the file to import.'
  const sum = `${count(projects, 'project')} and ${count(cards, 'card')}`
  const [first] = boards
  const withMarks = inWords(Object.entries(marks))
  const leftOut = inWords(not_imported.map(({ kind, count }) => [kind, count]))
  const rows = boards.map(({ title, statuses }) => [title, ...statuses.map((status) => status.cards)])
  return [
    `${isRehearsal ? 'This would import' : 'Imported'} ${sum}${inbox.cards > 0 ? `, ${inbox.cards.toLocaleString('en')} of them in the inbox` : ''}.`,
    ...(withMarks ? [`With ${withMarks}.`] : []),
    ...(leftOut ? [`Left out: ${leftOut}.`] : []),
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
