import { readFileSync } from 'node:fs'
import { ProblemError } from '../../../src/server/common/problems.ts'
import { arrange, readChoice } from '../../../src/server/transfer/arrange.ts'
import { readFile } from '../../../src/server/transfer/read-file.ts'
import { pathOfFile } from '../../support/import-files/files.ts'

type Columns = Record<string, string[]>

/** A Thursday. */
const today = '2026-11-19'

interface Outcome {
  format: string
  boards: Record<string, Columns>
  inbox: string[]
  lists: Record<string, string>
  leftOut: Record<string, number>
}

/** What a file becomes: the texts of the cards, those that are complete with a tick before them. */
export function importing(type: string, content: string | Uint8Array, lists?: string): Outcome {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { format, plan } = readFile({ type, bytes }, { title: 'Untitled', today })
  const { boards, inbox, lists: found, leftOut } = arrange(plan, readChoice(lists), 'Untitled')
  const texts = (cards: readonly { text: string; complete: boolean }[]) =>
    cards.map(({ text, complete }) => (complete ? `✓ ${text}` : text))
  const names = ['To do', 'Doing', 'Done']
  return {
    format,
    boards: Object.fromEntries(
      boards.map(({ title, columns }) => [
        title,
        Object.fromEntries(
          columns.flatMap((cards, index) => (cards.length > 0 ? [[names[index], texts(cards)]] : [])),
        ),
      ]),
    ),
    inbox: texts(inbox),
    lists: Object.fromEntries(found.map(({ name, status }) => [name, status])),
    leftOut: Object.fromEntries(leftOut.list().map(({ kind, count }) => [kind, count])),
  }
}

export const importingFile = (name: string, type: string, lists?: string) =>
  importing(type, readFileSync(pathOfFile(name)), lists)

/** When the projects and cards of a file were created, by their titles and texts. */
export function createdInFile(name: string, type: string): Record<string, string | undefined> {
  const { plan } = readFile({ type, bytes: readFileSync(pathOfFile(name)) }, { title: 'Untitled', today })
  const { boards, inbox } = arrange(plan, readChoice(), 'Untitled')
  const cards = [...inbox, ...boards.flatMap(({ columns }) => columns.flat())]
  return Object.fromEntries([
    ...boards.map(({ title, created_at }) => [title, created_at]),
    ...cards.map(({ text, created_at }) => [text, created_at]),
  ])
}

export function refusalOf(type: string, content: string | Uint8Array, lists?: string): string {
  try {
    return `accepted: ${JSON.stringify(importing(type, content, lists))}`
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { code, detail, errors } = error.problem
    return errors ? errors.map(({ field, message }) => `${field}: ${message}`).join() : `${code} ${detail}`
  }
}

export const csv = (...lines: string[]) => importing('text/csv', lines.join('\n'))
export const markdown = (...lines: string[]) => importing('text/markdown', lines.join('\n'))
export const trello = (board: object, lists?: string) =>
  importing('application/json', JSON.stringify({ lists: [], cards: [], ...board }), lists)
