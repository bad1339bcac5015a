import { effect, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Imported } from '../../contract/transfer.ts'
import { offerUndo, undoingOf } from '../actions/undo.ts'
import { confirmed } from '../model/changes.ts'
import { newId } from '../model/operations.ts'
import { count, isolated } from '../model/wording.ts'
import { isAway } from '../outbox/status.ts'
import { focusSection } from '../parts/section.tsx'
import { notify } from '../state/notices.ts'
import { type Choices, explainFile, type Sending, sendFile } from './chosen-file.ts'

/** The chosen file and its preview. */
interface Chosen {
  file: File
  choices: Choices
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
  /** Upload progress from 0 to 1; undefined when nothing is being sent. */
  const sent = useSignal<number | undefined>(undefined)
  const isImporting = useSignal(false)
  const present = useRef<AbortController>(new AbortController())
  const isShown = useRef(true)
  useLayoutEffect(
    () => () => {
      isShown.current = false
      // A running import continues, and a message reports the result.
      if (!isImporting.value) present.current.abort()
    },
    [],
  )

  /** One request at a time: a new one aborts the previous one. */
  async function attempt(work: (sending: Sending) => Promise<void>): Promise<void> {
    present.current.abort()
    const mine = new AbortController()
    const { signal } = mine
    present.current = mine
    trouble.value = ''
    sent.value = 0
    const onProgress = (now: number) => {
      if (!signal.aborted) sent.value = now
    }
    try {
      await work({ signal, onProgress })
    } catch (error) {
      if (!signal.aborted) complain(explainFile(error))
    }
    if (!signal.aborted) sent.value = undefined
  }

  function complain(words: string): void {
    if (isShown.current) trouble.value = words
    else notify({ text: `The file was not imported. ${words}`, bad: true })
  }

  const look = (next: Chosen) =>
    attempt(async (sending) => {
      const { made: preview } = await sendFile(next.file, next.choices, sending)
      chosen.value = { ...next, preview }
    })

  function choose(file: File | undefined): void {
    if (!file || isImporting.value || isAway.value) return
    done.value = undefined
    chosen.value = { file, choices: {}, key: newId() }
    look(chosen.value)
  }

  function chooseStatus(list: string, status: string): void {
    const { value: now } = chosen
    if (!now || isImporting.value) return
    // A different choice is a different import, with a new key.
    chosen.value = { ...now, choices: { ...now.choices, [list]: status }, key: newId() }
    look(chosen.value)
  }

  async function start(): Promise<void> {
    const { value: now } = chosen
    if (!now || isImporting.value || isAway.value) return
    isImporting.value = true
    await attempt(async (sending) => {
      const { made, seq } = await sendFile(now.file, now.choices, sending, now.key)
      done.value = { made, undo: offerUndoOfImport(made, seq, leave) }
      chosen.value = undefined
    })
    isImporting.value = false
  }

  function leave(): void {
    if (!isShown.current) return
    focusSection()
    present.current.abort()
    sent.value = undefined
    chosen.value = undefined
    done.value = undefined
    trouble.value = ''
  }

  return {
    chosen: chosen.value,
    done: done.value,
    trouble: trouble.value,
    sent: sent.value,
    isImporting: isImporting.value,
    choose,
    chooseStatus,
    start,
    leave,
  }
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
  return cards === 0 ? `${boards.length} projects` : cards === 1 ? 'one card' : `${count(cards)} cards`
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
