import type { FileFormat } from '../../contract/transfer.ts'
import { decodeJson, parseJson } from '../json.ts'
import { fail, invalid } from '../problems.ts'
import { decode, type SentFile } from './decode.ts'
import { planInboard } from './inboard.ts'
import { JsonValue } from './json-value.ts'
import { planMarkdown } from './markdown.ts'
import { isPlainCsv, planPlainCsv } from './plain-csv.ts'
import { type Plan, tooMuch } from './plan.ts'
import { readTable } from './table.ts'
import { isTickTick, planTickTick } from './ticktick.ts'
import { isTodoist, planTodoist } from './todoist.ts'
import { isTrello, planTrello } from './trello.ts'

interface ReadFile {
  format: FileFormat
  plan: Plan
}

/**
 * Recognises a file by its type, and then by what is in it. `title` is for a project whose name it does not contain. The bytes of the
 * file are gone afterwards.
 */
export function readFile(file: SentFile, title: string): ReadFile {
  const [type = ''] = file.type.toLowerCase().split(/[\s;]/, 1)
  const read = readers[type]
  if (!read) throw fail('unsupported_media_type')
  const text = type === 'application/json' ? decodeJson(file.bytes) : decode(file)
  // There may be a lot of them, and nobody needs them any more.
  file.bytes = new Uint8Array()
  return read(text, title)
}

const readers: Record<string, (text: string, title: string) => ReadFile> = {
  'application/json': readJson,
  'text/csv': readCsvFile,
  'text/markdown': (text, title) => ({ format: 'markdown', plan: planMarkdown(text, title) }),
}

/**
 * The JSON of a large board of Trello has two million values in 300,000 lists and objects. Of a file that has as much as this, each
 * object of another shape, what is read takes less than 200 MB.
 */
const intricacy = { values: 2_500_000, containers: 500_000, deep: 100 }

function readJson(text: string, title: string): ReadFile {
  const document = new JsonValue(
    parseJson(text, intricacy, () => tooMuch('it', 'has too many values, or too many within each other')),
  )
  if (isTrello(document)) return { format: 'trello', plan: planTrello(document, title) }
  if (document.get('format').isThere) return { format: 'inboard', plan: planInboard(document) }
  throw invalid('', 'must be an export of Inboard, or the JSON of a Trello board')
}

function readCsvFile(text: string, title: string): ReadFile {
  const table = readTable(text, (columns) => [isTickTick, isTodoist, isPlainCsv].some((is) => is(columns)))
  if (!table)
    throw invalid(
      'line 1',
      'must name the columns project, status, text and complete, or those of Todoist or TickTick',
    )
  if (isTickTick(table.columns)) return { format: 'ticktick', plan: planTickTick(table) }
  if (isTodoist(table.columns)) return { format: 'todoist', plan: planTodoist(table, title) }
  return { format: 'csv', plan: planPlainCsv(table) }
}
