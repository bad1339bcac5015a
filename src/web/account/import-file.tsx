import { useRef } from 'preact/hooks'
import { isAway } from '../outbox/standing.ts'
import { isolated } from '../state/wording.ts'
import { acceptedFiles } from './chosen-file.ts'
import { ImportPreview } from './import-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'
import { useImport } from './use-import.ts'

export function ImportFile() {
  const { chosen, done, trouble, sent, isImporting, choose, chooseStatus, start, leave } = useImport()
  const isOver = useDroppedFiles(choose)
  const input = useRef<HTMLInputElement>(null)
  const isReading = sent !== undefined && !isImporting
  return (
    <div class={isOver ? 'import over' : 'import'}>
      <p class="quiet">
        Import what you have elsewhere: a board of Trello (JSON), lists of Todoist or TickTick (CSV), a CSV
        file, task lists in Markdown, or an export of Inboard. You see what becomes of it first.
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0])
          // So that the same file can be chosen again, after it was corrected.
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

/** How much of a file has been sent. Then the server works on it, nobody knows for how long. */
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
