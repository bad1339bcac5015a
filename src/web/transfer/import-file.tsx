import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { inWords } from '../../contract/plain/counted.ts'
import { statusNames } from '../../contract/plain/statuses.ts'
import type { FileFormat, Imported } from '../../contract/transfer.ts'
import { below } from '../device/base.ts'
import { count, counted, isolated } from '../model/wording.ts'
import { follow, pathTo } from '../navigation/route.ts'
import { inUnsent, isAway, unsentChanges } from '../outbox/status.ts'
import { ReadAloud, Trouble, useAttempt } from '../parts/field.tsx'
import { Button } from '../parts/icons.tsx'
import { listen } from '../parts/listen.ts'
import { api } from '../session/api.ts'
import { announce } from '../state/notices.ts'
import { acceptedFiles, useImport } from './use-import.ts'

/** A large account takes a while to arrive. */
const timeout = 5 * 60_000

export function ExportAccount() {
  const { busy, trouble, attempt } = useAttempt()
  const waiting = unsentChanges.value
  async function save() {
    let name = 'inboard.json'
    const onAnswer = (headers: Headers) => {
      name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? name
    }
    const everything = await api.exportAccount({}, { timeout, onAnswer })
    saveAs(name, JSON.stringify(everything, null, 2))
    announce(`Exported as ${name}.`)
  }
  return (
    <>
      <p class="quiet">
        Save all your projects and cards as one file, to keep it or to import it elsewhere. The bin is not in
        it.
      </p>
      <Button aria-disabled={busy || isAway.value} onClick={() => isAway.value || attempt(save)}>
        {busy ? 'Exporting…' : 'Export'}
      </Button>
      {waiting > 0 && <p class="quiet">{inUnsent(waiting)} won’t be in the file.</p>}
      <Trouble of={trouble} />
    </>
  )
}

function saveAs(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  // Not at once: some browsers begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export function ImportFile() {
  const { chosen, done, trouble, sending, choose, chooseStatus, start, leave } = useImport()
  const isOver = useDroppedFiles(choose)
  const input = useRef<HTMLInputElement>(null)
  const { file, preview } = chosen.value ?? {}
  const isReading = sending.value === 'preview'
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
      {!preview && !done.value && (
        <div class="bar choices">
          <Button
            aria-disabled={isAway.value || isReading}
            onClick={() => isAway.value || isReading || input.current?.click()}
          >
            Import a file
          </Button>
          <span class="quiet small by-key">or drop one on this page</span>
        </div>
      )}
      {file && !preview && isReading && <Progress what={`Reading ${file.name}`} onCancel={leave} />}
      {file && preview && (
        <ImportPreview
          name={file.name}
          preview={preview}
          isBusy={sending.value === 'import'}
          onChoose={chooseStatus}
          onImport={start}
          onCancel={leave}
        />
      )}
      {done.value && <ImportResult made={done.value.made} onUndo={done.value.undo} onDone={leave} />}
      <p class="trouble bad" role="alert">
        {file && trouble.value && `${isolated(file.name)}: ${trouble.value}`}
      </p>
    </div>
  )
}

const Progress = ({ what, onCancel }: { what: string; onCancel?: () => void }) => (
  <div class="bar sending">
    <label>
      {what}… <progress />
    </label>
    {onCancel && (
      <Button class="link" onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
)

/** Calls back with a file dropped anywhere on the page. Returns whether one is being dragged over it. */
function useDroppedFiles(onFile: (file: File | undefined) => void): boolean {
  const isOver = useSignal(false)
  useLayoutEffect(() => {
    function follow(event: Event): void {
      const { type, dataTransfer, relatedTarget } = event as DragEvent
      if (type === 'dragleave') {
        // It has left the window.
        if (relatedTarget === null) isOver.value = false
        return
      }
      if (!dataTransfer?.types.includes('Files')) return
      // Otherwise the browser would open the file in place of the app.
      event.preventDefault()
      isOver.value = type === 'dragover'
      if (type === 'drop') onFile(dataTransfer.files[0])
    }
    return listen(['dragover', 'dragleave', 'drop'], follow)
  }, [])
  return isOver.value
}

const formats: Record<FileFormat, string> = {
  inboard: 'An Inboard export',
  trello: 'A Trello board',
  todoist: 'A Todoist project',
  ticktick: 'A TickTick backup',
  csv: 'A CSV file',
  markdown: 'Markdown task lists',
}

const maxShown = 20

interface ImportPreviewProps {
  name: string
  preview: Imported
  isBusy: boolean
  onChoose(list: string, status: string): void
  onImport(): void
  onCancel(): void
}

/** Shows what an import would create, with a choice of column for each list. */
function ImportPreview(props: ImportPreviewProps) {
  const { name, preview, isBusy, onChoose, onImport, onCancel } = props
  const { format, projects, cards, boards, inbox, lists, marks, not_imported } = preview
  const leftOut = inWords(not_imported.map(({ kind, count }) => [kind, count]))
  const withMarks = inWords(Object.entries(marks))
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [])
  const isEmpty = projects === 0 && cards === 0
  return (
    <form
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        onImport()
      }}
    >
      <div>
        <h3 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h3>
        <p class="quiet small">
          {formats[format]} ·{' '}
          {isEmpty ? 'nothing to import' : `${counted(projects, 'project')}, ${counted(cards, 'card')}`}
        </p>
      </div>
      {format !== 'inboard' && lists.some(isForeign) && <Lists lists={lists} onChoose={onChoose} />}
      {!isEmpty && (
        <div class="foretold">
          <h4 id={`${id}-made`}>Preview</h4>
          <ul aria-labelledby={`${id}-made`}>
            {boards.slice(0, maxShown).map(({ title, statuses }, index) => (
              <Foretold key={index} title={title}>
                {statuses.map(({ name, cards }) => `${name} ${count(cards)}`).join(' · ')}
              </Foretold>
            ))}
            {boards.length > maxShown && (
              <li class="quiet">and {counted(boards.length - maxShown, 'project')} more</li>
            )}
            {inbox.cards > 0 && <Foretold title="Inbox">{counted(inbox.cards, 'card')}</Foretold>}
          </ul>
        </div>
      )}
      {withMarks && <p class="quiet small">With {withMarks}.</p>}
      {leftOut && <p class="quiet small">Left out: {leftOut}.</p>}
      {isBusy && <Progress what="Importing" />}
      <div class="bar choices">
        {!isEmpty && (
          <button type="submit" class="primary" aria-disabled={isBusy}>
            Import
          </button>
        )}
        <Button onClick={onCancel}>{isEmpty ? 'Close' : 'Cancel'}</Button>
      </div>
    </form>
  )
}

const Foretold = ({ title, children }: { title: string; children: string }) => (
  <li>
    <span dir="auto">{title}</span>
    <span class="quiet small">{children}</span>
  </li>
)

type List = Imported['lists'][number]

/** True if its name differs from the column it goes to, so that there is something to choose. */
const isForeign = ({ name, status }: List) => name.toLowerCase() !== status.toLowerCase()

function Lists({ lists, onChoose }: { lists: readonly List[]; onChoose: ImportPreviewProps['onChoose'] }) {
  const id = useId()
  return (
    <fieldset class="lists">
      <legend>Which column does each list go to?</legend>
      {lists.map(({ name, status, cards }, index) => (
        <div key={name}>
          <label for={`${id}-${index}`} dir="auto">
            {name}
          </label>
          <span class="quiet small">{counted(cards, 'card')}</span>
          <select
            id={`${id}-${index}`}
            value={status}
            onChange={({ currentTarget }) => onChoose(name, currentTarget.value)}
          >
            {statusNames.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  )
}

const maxPlaces = 10

interface ImportResultProps {
  made: Imported
  onUndo(): void
  onDone(): void
}

/** Names the places that were imported, with a way there and a way back. */
function ImportResult({ made: { boards, inbox, cards }, onUndo, onDone }: ImportResultProps) {
  const places = [
    ...boards.map(({ project_id, title }) => ({ to: pathTo(project_id ?? null), title })),
    ...(inbox.cards > 0 ? [{ to: '/', title: 'Inbox' }] : []),
  ]
  return (
    <div class="made">
      <ReadAloud>
        {counted(cards, 'card')} {cards === 1 ? 'was' : 'were'} imported to{' '}
        {places.slice(0, maxPlaces).map(({ to, title }, index) => (
          <>
            {index > 0 && ', '}
            <a href={below(to)} dir="auto" onClick={follow}>
              {title}
            </a>
          </>
        ))}
        {places.length > maxPlaces && ` and ${places.length - maxPlaces} more`}.
      </ReadAloud>
      <div class="bar choices">
        <Button onClick={onUndo}>Undo</Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
