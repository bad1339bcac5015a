import { effect, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { ProblemError, UnexpectedAnswerError } from '../../client/client.ts'
import { longestFile, longestTitle } from '../../contract/plain/limits.ts'
import type { Imported } from '../../contract/transfer.ts'
import { offerUndo, undoingOf } from '../actions/undo.ts'
import { confirmed } from '../model/changes.ts'
import { newId } from '../model/operations.ts'
import { counted, isolated } from '../model/wording.ts'
import { isAway } from '../outbox/status.ts'
import { focusSection } from '../parts/section.tsx'
import { api, explain } from '../session/api.ts'
import { notify } from '../state/notices.ts'

interface Chosen {
  file: File
  /** The statuses that the person has chosen, by list. */
  choices: Readonly<Record<string, string>>
  /** The idempotency key of the import. */
  key: string
  preview?: Imported
}

interface Done {
  made: Imported
  undo: () => Promise<void>
}

/** The steps of an import: choose a file, preview it, import it. */
export function useImport() {
  const chosen = useSignal<Chosen | undefined>(undefined)
  const done = useSignal<Done | undefined>(undefined)
  const trouble = useSignal('')
  const sending = useSignal<'preview' | 'import' | undefined>(undefined)
  const present = useRef<AbortController>(new AbortController())
  const isShown = useRef(true)
  useLayoutEffect(
    () => () => {
      isShown.current = false
      // A running import continues, and a message reports the result.
      if (sending.value !== 'import') present.current.abort()
    },
    [],
  )

  /** One request at a time: a new one aborts the previous one. */
  async function attempt(
    what: 'preview' | 'import',
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    present.current.abort()
    present.current = new AbortController()
    const { signal } = present.current
    trouble.value = ''
    sending.value = what
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) complain(explainFile(error))
    }
    if (!signal.aborted) sending.value = undefined
  }

  function complain(words: string): void {
    if (isShown.current) trouble.value = words
    else notify({ text: `The file was not imported. ${words}`, bad: true })
  }

  const look = (next: Chosen) =>
    attempt('preview', async (signal) => {
      const { made: preview } = await sendFile(next, signal)
      chosen.value = { ...next, preview }
    })

  function choose(file: File | undefined): void {
    if (!file || sending.value === 'import' || isAway.value) return
    done.value = undefined
    chosen.value = { file, choices: {}, key: newId() }
    look(chosen.value)
  }

  function chooseStatus(list: string, status: string): void {
    const { value: now } = chosen
    if (!now || sending.value === 'import') return
    // A different choice is a different import, with a new key.
    chosen.value = { ...now, choices: { ...now.choices, [list]: status }, key: newId() }
    look(chosen.value)
  }

  async function start(): Promise<void> {
    const { value: now } = chosen
    if (!now || sending.value === 'import' || isAway.value) return
    await attempt('import', async (signal) => {
      const { made, seq } = await sendFile(now, signal, now.key)
      done.value = { made, undo: offerUndoOfImport(made, seq, leave) }
      chosen.value = undefined
    })
  }

  function leave(): void {
    if (!isShown.current) return
    focusSection()
    present.current.abort()
    sending.value = undefined
    chosen.value = undefined
    done.value = undefined
    trouble.value = ''
  }

  return { chosen, done, trouble, sending, choose, chooseStatus, start, leave }
}

/** Offers to undo an import by moving everything it created to the bin. Returns the same function for a button. */
function offerUndoOfImport(made: Imported, seq: number, onUndone: () => void): () => Promise<void> {
  const { boards, inbox } = made
  const projectIds = boards.flatMap(({ project_id: id }) => id ?? [])
  const { undo, redo } = undoingOf(inbox.card_ids ?? [], projectIds)
  return offerUndo({
    items: [],
    what: `Imported ${whatOf(made)}`,
    undone: `Deleted ${whatOf(made)}`,
    async undo() {
      // A deletion needs the texts, which arrive with the feed.
      await caughtUpWith(seq)
      await undo()
      onUndone()
    },
    redo,
  })
}

/** “Garden”, or 31 cards, or 2 projects. */
function whatOf({ boards, inbox, cards }: Imported): string {
  const [first] = boards
  if (first && boards.length === 1 && inbox.cards === 0) return `“${isolated(first.title)}”`
  return cards === 0 ? counted(boards.length, 'project') : counted(cards, 'card')
}

/** Resolves when the feed has reached `seq`. */
const caughtUpWith = (seq: number) =>
  new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (confirmed.value.seq < seq) return
      resolve()
      queueMicrotask(() => stop())
    })
  })

export const acceptedFiles =
  '.json,.csv,.md,.markdown,.txt,application/json,text/csv,text/markdown,text/plain'

/** Imports the file once under this key. Without a key it is a dry run. */
async function sendFile(
  { file, choices }: Chosen,
  signal: AbortSignal,
  key?: string,
): Promise<{ made: Imported; seq: number }> {
  if (file.size > longestFile) throw new RangeError('The file is larger than 32 MB.')
  const lists = Object.entries(choices).map(([list, status]) => `${list}:${status}`)
  const title = Array.from(titleOfFile(file.name)).slice(0, longestTitle).join('')
  let seq = 0
  const made = await api.importFile(
    {
      file: file.slice(0, file.size, typeOfFile(file.name) ?? file.type),
      dry_run: key === undefined,
      ...(lists.length > 0 && { lists: lists.join() }),
      ...(title && { title }),
    },
    {
      timeout: 0,
      signal,
      idempotencyKey: key,
      onAnswer: (headers) => {
        seq = Number(headers.get('inboard-seq'))
      },
    },
  )
  return { made, seq }
}

/** A photo whose name ends with .json, for example. */
const isNoJson = ({ problem }: ProblemError) => problem.detail.startsWith('The body is not valid JSON')

/** An error message for the person who chose the file. */
function explainFile(error: unknown): string {
  if (error instanceof RangeError) return error.message
  if (error instanceof UnexpectedAnswerError && error.status === 413)
    return 'Something between here and the server, such as a proxy, refuses files of this size.'
  if (!(error instanceof ProblemError)) return explain(error)
  if (error.code === 'unsupported_media_type' || isNoJson(error))
    return 'Inboard can’t read this file. Choose a JSON, CSV or Markdown file.'
  const [first] = error.problem.errors ?? []
  if (first?.message.startsWith('must be an export of Inboard'))
    return 'This is neither an Inboard export nor a Trello board.'
  if (first?.field === '') return `The file ${first.message}.`
  return explain(error).replace(/^The body/, 'The file')
}

const types: Record<string, string> = {
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/markdown',
}

/**
 * The type with which a file is imported, derived from its name: operating systems report different types,
 * and often none.
 */
const typeOfFile = (name: string): string | undefined =>
  types[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

/**
 * "Garden.csv" → "Garden": the title of a project if the file has none. Todoist's backups have a number after
 * the name.
 */
const titleOfFile = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/ \[\d+\]$/, '')
    .trim()
