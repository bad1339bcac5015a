import { longestFile } from '../../../../src/contract/plain/limits.ts'
import { type WorstFile, worstFiles } from '../../../support/worst-inputs/files.ts'
import { type Account, type Attack, inTurn, type Request, remembered } from '../attack.ts'

interface File {
  type: string
  text: string
}

/** Files of about this many bytes. Characters take up to three, and a text may occur in several places. */
function fileOf({ type, make }: WorstFile, bytes: number): File {
  const characters = 10_000
  return { type, text: make((bytes * characters) / Buffer.byteLength(make(characters))) }
}

/** As large as allowed, and each expensive in its own way. */
const largest: (() => File)[] = [
  () => ({ type: 'application/json', text: exported(10_000) }),
  () => ({ type: 'application/json', text: `{"lists":[],"cards":[${'{"a":{}},'.repeat(1_000_000)}{}]}` }),
  () => ({ type: 'application/json', text: `{"a":${'['.repeat(longestFile - 100)}` }),
  () => ({ type: 'application/json', text: `{"a":"${'é'.repeat(longestFile / 2 - 100)}"}` }),
  () => ({ type: 'text/csv', text: `text\n"${'""'.repeat(longestFile / 2 - 100)}"` }),
  () => ({ type: 'text/csv', text: `text\n${'x,,,,,,,,,,,,,,,,,,,\n'.repeat(1_500_000)}` }),
  () => ({ type: 'text/markdown', text: `- a\n${`  ${'x'.repeat(130)}\n`.repeat(240_000)}` }),
]

function exported(count: number): string {
  const cards = Array.from({ length: count }, (_, index) => ({ text: `é"\n${'weed '.repeat(150)}${index}` }))
  const project = { title: 'P', statuses: [{ name: 'To do', cards }] }
  return JSON.stringify({ format: 'inboard', version: 1, projects: [project], inbox: [] })
}

const sent = ({ type, text }: File, { token }: Account, isPreview: boolean): Request => ({
  method: 'POST',
  path: `/api/import?dry_run=${isPreview}`,
  token,
  body: text,
  headers: { 'content-type': type },
})

/** Those of a kind, in another order each time: a run sends only some of them. */
function worst(isOfKind: (file: WorstFile, name: string) => boolean, size: number) {
  const chosen = Object.entries(worstFiles).filter(([name, file]) => isOfKind(file, name))
  const shuffled = chosen
    .map(([, file]) => ({ file, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
  const file = remembered((index) => fileOf((shuffled[index] as (typeof shuffled)[number]).file, size))
  return (number: number) => file(number % shuffled.length)
}

const ofType = (wanted: string) => (file: WorstFile) => file.type === wanted
const megabyte = 1_000_000
/** So that all are made in another process than that of the scenario, and only for the attack that is meant. */
const lazily = <T>(make: () => T) => {
  const made = remembered(make)
  return () => made(0)
}

const importing = (name: string, isOfKind: Parameters<typeof worst>[0], size: number): Attack => {
  const files = lazily(() => worst(isOfKind, size))
  return {
    name,
    request: ({ importer }, number) => sent(files()(Math.floor(number / 2)), importer, number % 2 === 0),
  }
}

const anyPreview = lazily(() => worst(() => true, 3 * megabyte))
/** For previews of files in an empty account. */
export const preview = (account: Account, number: number): Request =>
  sent(anyPreview()(number), account, true)

const large = remembered((index) => (largest[index] as () => File)())

export const files: Attack[] = [
  importing('Markdown of 78 kB', ofType('text/markdown'), 78_000),
  importing('Markdown of 3 MB', ofType('text/markdown'), 3 * megabyte),
  importing('CSV of 3 MB', ofType('text/csv'), 3 * megabyte),
  importing('JSON of 3 MB', ofType('application/json'), 3 * megabyte),
  importing('boards of Trello of 3 MB', (_, name) => name.includes('Trello'), 3 * megabyte),
  { name: 'previews', request: ({ importer }, number) => preview(importer, number) },
  {
    name: 'files of 32 MB',
    request: ({ importer }, number) =>
      sent(large(number % largest.length), importer, inTurn([true, false], number)),
  },
]
