import type { Day } from '../../board/text/days.ts'
import type { FileFormat } from '../../contract/transfer.ts'
import { decodeJson, parseJson } from '../common/json.ts'
import { fail, invalid } from '../common/problems.ts'
import { isPlainCsv, planPlainCsv, readTable } from './formats/csv.ts'
import { JsonValue, planInboard } from './formats/json.ts'
import { planMarkdown } from './formats/markdown.ts'
import { isTickTick, planTickTick } from './formats/ticktick.ts'
import { isTodoist, planTodoist } from './formats/todoist.ts'
import { isTrello, planTrello } from './formats/trello.ts'
import { type Plan, tooMuch } from './plan.ts'

// From the bytes of a file to a plan of what to import: its encoding, its format, and the reader for that.

/** A file as it was sent. */
export interface SentFile {
  /** The Content-Type, with its parameters. */
  type: string
  bytes: Uint8Array
}

interface ReadFile {
  format: FileFormat
  plan: Plan
}

interface Setting {
  /** For a project whose name the file does not contain. */
  title: string
  /** On which a repetition without a date begins. */
  today: Day
}

/** Recognises a file by its type, then by its contents. The file's bytes are released. */
export function readFile(file: SentFile, { title, today }: Setting): ReadFile {
  const [type = ''] = file.type.toLowerCase().split(/[\s;]/, 1)
  const read = readers[type]
  if (!read) throw fail('unsupported_media_type')
  const text = type === 'application/json' ? decodeJson(file.bytes) : decode(file)
  // There may be many, and they are no longer needed.
  file.bytes = new Uint8Array()
  return read(text, { title, today })
}

const readers: Record<string, (text: string, setting: Setting) => ReadFile> = {
  'application/json': readJson,
  'text/csv': readCsvFile,
  'text/markdown': (text, { title }) => ({ format: 'markdown', plan: planMarkdown(text, title) }),
}

/**
 * The JSON of a large Trello board has two million values in 300,000 arrays and objects. A file of the
 * maximum size, with objects that all have different shapes, takes less than 200 MB when parsed.
 */
const complexity = { values: 2_500_000, containers: 500_000, deep: 100 }

function readJson(text: string, { title }: Setting): ReadFile {
  const document = new JsonValue(
    parseJson(text, complexity, () => tooMuch('it', 'has too many values, or too deeply nested ones')),
  )
  if (isTrello(document)) return { format: 'trello', plan: planTrello(document, title) }
  if (document.get('format').isThere) return { format: 'inboard', plan: planInboard(document) }
  throw invalid('', 'must be an export of Inboard, or the JSON of a Trello board')
}

function readCsvFile(text: string, { title, today }: Setting): ReadFile {
  const table = readTable(text, (columns) => [isTickTick, isTodoist, isPlainCsv].some((is) => is(columns)))
  if (!table)
    throw invalid(
      'line 1',
      'must name the columns project, status, text and complete, or those of Todoist or TickTick',
    )
  if (isTickTick(table.columns)) return { format: 'ticktick', plan: planTickTick(table, today) }
  if (isTodoist(table.columns)) return { format: 'todoist', plan: planTodoist(table, title, today) }
  return { format: 'csv', plan: planPlainCsv(table) }
}

/** Decodes UTF-8, unless the type or a byte order mark indicates another encoding. */
function decode({ type, bytes }: SentFile): string {
  const charset = markOf(bytes) ?? /;\s*charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw fail('unsupported_media_type', { detail: unknownCharset(charset) })
    throw invalid('', `is not in ${charset}: save it in UTF-8`)
  }
}

const unknownCharset = (charset: string) =>
  `The encoding "${charset}" is not supported. Send the file in UTF-8.`

/** Some Windows programs write UTF-16, with a byte order mark. */
function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}
