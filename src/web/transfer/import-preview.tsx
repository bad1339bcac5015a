import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { inWords } from '../../contract/plain/counted.ts'
import { statusNames } from '../../contract/plain/statuses.ts'
import type { FileFormat, Imported } from '../../contract/transfer.ts'
import { count } from '../model/wording.ts'

const formats: Record<FileFormat, string> = {
  inboard: 'An Inboard export',
  trello: 'A Trello board',
  todoist: 'A Todoist project',
  ticktick: 'A TickTick backup',
  csv: 'A CSV file',
  markdown: 'Markdown task lists',
}

const mostShown = 20

const inCards = (number: number) => (number === 1 ? '1 card' : `${count(number)} cards`)
const inProjects = (number: number) => (number === 1 ? '1 project' : `${count(number)} projects`)

interface ImportPreviewProps {
  name: string
  preview: Imported
  isBusy: boolean
  onChoose(list: string, status: string): void
  onImport(): void
  onCancel(): void
  children: ComponentChildren
}

/** Shows what an import would create, with a choice of column for each list. */
export function ImportPreview(props: ImportPreviewProps) {
  const { name, preview, isBusy, onChoose, onImport, onCancel, children } = props
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
          {formats[format]} · {isEmpty ? 'nothing to import' : `${inProjects(projects)}, ${inCards(cards)}`}
        </p>
      </div>
      {format !== 'inboard' && lists.some(isForeign) && <Lists lists={lists} onChoose={onChoose} />}
      {!isEmpty && (
        <div class="foretold">
          <h4 id={`${id}-made`}>Preview</h4>
          <ul aria-labelledby={`${id}-made`}>
            {boards.slice(0, mostShown).map(({ title, statuses }, index) => (
              <li key={index}>
                <span dir="auto">{title}</span>
                <span class="quiet small">
                  {statuses.map(({ name, cards }) => `${name} ${count(cards)}`).join(' · ')}
                </span>
              </li>
            ))}
            {boards.length > mostShown && (
              <li class="quiet">and {inProjects(boards.length - mostShown)} more</li>
            )}
            {inbox.cards > 0 && (
              <li>
                <span>Inbox</span>
                <span class="quiet small">{inCards(inbox.cards)}</span>
              </li>
            )}
          </ul>
        </div>
      )}
      {withMarks && <p class="quiet small">With {withMarks}.</p>}
      {leftOut && <p class="quiet small">Left out: {leftOut}.</p>}
      {children}
      <div class="choices">
        {!isEmpty && (
          <button type="submit" class="primary" aria-disabled={isBusy}>
            Import
          </button>
        )}
        <button type="button" onClick={onCancel}>
          {isEmpty ? 'Close' : 'Cancel'}
        </button>
      </div>
    </form>
  )
}

type List = Imported['lists'][number]

/** Whether its name differs from the column it goes to, so that there is something to choose. */
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
          <span class="quiet small">{inCards(cards)}</span>
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
