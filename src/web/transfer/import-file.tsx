import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isolated } from '../model/wording.ts'
import { isAway } from '../outbox/status.ts'
import { acceptedFiles } from './chosen-file.ts'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { useImport } from './use-import.ts'

export function ImportFile() {
  const { chosen, done, trouble, sent, isImporting, choose, chooseStatus, start, leave } = useImport()
  const isOver = useDroppedFiles(choose)
  const input = useRef<HTMLInputElement>(null)
  const isReading = sent !== undefined && !isImporting
  return (
    <div class={isOver ? 'import over' : 'import'}>
      <p class="quiet">
        Import what you have elsewhere: a Trello board (JSON), Todoist or TickTick lists (CSV), a CSV file,
        Markdown task lists, or an Inboard export. You’ll see a preview first.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0])
          // Allows the same file to be chosen again after a correction.
          currentTarget.value = ''
        }}
      />
      {!chosen?.preview && !done && (
        <div class="choices">
          <button
            type="button"
            aria-disabled={isAway.value || isReading}
            onClick={() => isAway.value || isReading || input.current?.click()}
          >
            Import a file
          </button>
          <span class="quiet small by-key">or drop one on this page</span>
        </div>
      )}
      {chosen && !chosen.preview && isReading && (
        <Progress what={`Reading ${chosen.file.name}`} sent={sent} onCancel={leave} />
      )}
      {chosen?.preview && (
        <ImportPreview
          name={chosen.file.name}
          preview={chosen.preview}
          isBusy={isImporting}
          onChoose={chooseStatus}
          onImport={start}
          onCancel={leave}
        >
          {isImporting && sent !== undefined && <Progress what="Importing" sent={sent} />}
        </ImportPreview>
      )}
      {done && <ImportResult made={done.made} onUndo={done.undo} onDone={leave} />}
      <p class="trouble bad" role="alert">
        {trouble && chosen && `${isolated(chosen.file.name)}: ${trouble}`}
      </p>
    </div>
  )
}

interface ProgressProps {
  what: string
  sent: number
  onCancel?: () => void
}

/** Upload progress. Indeterminate once everything is sent and the server is working. */
const Progress = ({ what, sent, onCancel }: ProgressProps) => (
  <div class="sending">
    <label>
      {what}… <progress {...(sent < 1 && { value: sent })} max={1} />
    </label>
    {onCancel && (
      <button type="button" class="link" onClick={onCancel}>
        Cancel
      </button>
    )}
  </div>
)

const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Calls back with a file dropped anywhere on the page. Returns whether one is being dragged over it. */
function useDroppedFiles(onFile: (file: File | undefined) => void): boolean {
  const isOver = useSignal(false)
  const latest = useRef(onFile)
  latest.current = onFile
  useLayoutEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const hold = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isOver.value = false
    }
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return
      // Otherwise the browser would open the file in place of the app.
      event.preventDefault()
      isOver.value = false
      latest.current(event.dataTransfer?.files[0])
    }
    addEventListener('dragover', hold, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    return () => ending.abort()
  }, [])
  return isOver.value
}
