import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { fold, wordsIn } from '../../board/text/fold.ts'
import type { Binned } from '../../board/workspace.ts'
import { nameIn, restore } from '../actions/bin.ts'
import { NarrowingField } from '../board/filter.tsx'
import { confirmed, workspace } from '../model/changes.ts'
import { hasWords } from '../model/matching.ts'
import { counted, isolated, plainNotes, plainTitle } from '../model/wording.ts'
import { Button, Icon, IconButton } from '../parts/icons.tsx'
import { Empty, PageHead } from '../parts/page-head.tsx'
import { Day, Marked } from '../parts/words.tsx'
import { explain } from '../session/api.ts'
import { askToPurge } from '../state/dialogs.ts'
import { projects, statuses } from '../state/projects.ts'
import { isConnected, readBin } from '../sync/follow.ts'
import '../styles/bin.css'
import { statusIdOf, statusNames } from '../../contract/plain/statuses.ts'

const purpose = 'Deleted cards and projects stay here for a while.'

/** Deleted items that can be restored, newest first. */
export function BinPage() {
  const { trouble, read } = useReading()
  const items = workspace.value.bin
  const heading = useRef<HTMLHeadingElement>(null)
  const typed = useSignal('')
  const origins = useMemo(() => originsIn(items ?? []), [items, projects.value])
  const words = wordsIn(typed.value)
  const isSearching = words.length > 0
  const folded = useMemo(
    () => (isSearching ? foldedItems(items ?? [], origins) : undefined),
    [items, isSearching, origins],
  )
  const found = folded ? items?.filter((_, at) => hasWords(folded[at] ?? '', words)) : items
  return (
    <div class="page bin">
      <PageHead
        title={
          <h1 ref={heading} tabIndex={-1}>
            Bin
          </h1>
        }
      >
        {items && items.length > 0 && (
          <NarrowingField
            label="Search the bin"
            typed={typed}
            input={{
              onKeyDown: ({ key }: KeyboardEvent) => {
                if (key === 'Escape') typed.value = ''
              },
            }}
            matches={isSearching ? found?.length : undefined}
            all={items.length}
          />
        )}
        {items && items.length > 0 && <Button onClick={() => askToPurge(undefined)}>Empty the bin</Button>}
      </PageHead>
      {!items && !trouble && <div class="empty loading">Loading…</div>}
      {!items && trouble !== undefined && (
        <Empty as="h2" title="The bin could not be loaded">
          {explain(trouble)}
          <Button onClick={read}>Try again</Button>
        </Empty>
      )}
      {items && (trouble !== undefined || items.length > 0) && (
        <p class="aside quiet small">
          {trouble === undefined
            ? purpose
            : 'This is the bin as it was when the server could last be reached.'}
        </p>
      )}
      {items?.length === 0 && (
        <Empty as="h2" title="The bin is empty">
          {purpose}
        </Empty>
      )}
      {isSearching && items && items.length > 0 && found?.length === 0 && (
        <p class="quiet none">Nothing matches “{isolated(typed.value)}”.</p>
      )}
      {found && found.length > 0 && (
        <ul class="binned">
          {found.map((item) => (
            <Item
              key={item.id}
              item={item}
              origin={origins.get(item.id)}
              words={words}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Reads the bin again after every change: the feed does not say what was permanently deleted. */
function useReading() {
  const trouble = useSignal<unknown>(undefined)
  const seq = useComputed(() => confirmed.value.seq)
  const read = async () => {
    try {
      await readBin()
      trouble.value = undefined
    } catch (error) {
      trouble.value = error
    }
  }
  const isFirst = useRef(true)
  useSignalEffect(() => {
    seq.value
    // Reads again when the server is reachable again.
    isConnected.value
    const timer = setTimeout(read, isFirst.current ? 0 : 300)
    isFirst.current = false
    return () => clearTimeout(timer)
  })
  return { trouble: trouble.value, read }
}

const foldedItems = (items: readonly Binned[], origins: ReadonlyMap<string, string>) =>
  items.map(({ id, text, title }) => fold(`${text ?? title}\n${origins.get(id) ?? ''}`))

function inPlain(text: string): string {
  const [, ...notes] = text.split('\n')
  return [plainTitle(text), ...notes.map(plainNotes)].join('\n')
}

interface ItemProps {
  item: Binned
  origin: string | undefined
  words: readonly string[]
  onGone: () => void
}

function Item({ item, origin, words, onGone }: ItemProps) {
  const row = useRef<HTMLLIElement>(null)
  const { kind, text, title, card_count = 0 } = item
  const name = nameIn(item)
  const restoreIt = async () => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    await restore(item)
    const button = next?.querySelector('button')
    if (button) button.focus()
    else onGone()
  }
  return (
    <li ref={row}>
      <Icon name={kind === 'project' ? 'board' : 'card'} />
      <div>
        <p class="what">
          <Marked text={text === undefined ? (title ?? '') : inPlain(text)} words={words} />
        </p>
        <p class="quiet small">
          {kind === 'project' &&
            `Project with ${card_count === 0 ? 'no cards' : counted(card_count, 'card')} · `}
          {origin && (
            <>
              <Marked text={origin} words={words} /> ·{' '}
            </>
          )}
          <Dates of={item} />
        </p>
      </div>
      <div class="bar choices">
        <Button aria-label={`Restore ${name}`} onClick={restoreIt}>
          Restore
        </Button>
        <IconButton
          icon="trash"
          label={`Permanently delete ${name}`}
          title="Delete permanently"
          onClick={() => askToPurge(item)}
        />
      </div>
    </li>
  )
}

const day = 24 * 60 * 60 * 1000

function Dates({ of: { deleted_at, expires_at } }: { of: Binned }) {
  if (!deleted_at || !expires_at) return <>Deleted here · not sent yet</>
  const left = Math.ceil((Date.parse(expires_at) - Date.now()) / day)
  const isToday = new Date(deleted_at).toDateString() === new Date().toDateString()
  return (
    <>
      Deleted{' '}
      {isToday ? (
        <time dateTime={deleted_at}>today</time>
      ) : (
        <>
          on <Day of={deleted_at} />
        </>
      )}{' '}
      · <time dateTime={expires_at}>{left < 1 ? 'expires soon' : `${counted(left, 'day')} left`}</time>
    </>
  )
}

/**
 * The place that each card in the bin was deleted from, by its id. Missing for cards of purged projects, and for those that
 * an older version has stored.
 */
function originsIn(items: readonly Binned[]): ReadonlyMap<string, string> {
  const titles = new Map([...(projects.value ?? []), ...items].map(({ id, title }) => [id, title]))
  return new Map(
    items.flatMap(({ id, kind, project_id, status_id }): [string, string][] => {
      if (kind !== 'card' || project_id === undefined) return []
      if (project_id === null) return [[id, 'From the inbox']]
      const title = titles.get(project_id)
      if (!title) return []
      const column = columnName(project_id, status_id ?? '')
      return [[id, `From ${isolated(title)}${column && ` · ${column}`}`]]
    }),
  )
}

/** The columns of a deleted project are recognised by their ids. */
const columnName = (projectId: string, statusId: string): string =>
  statuses.value.get(projectId)?.find(({ id }) => id === statusId)?.name ??
  statusNames.find((_, position) => statusIdOf(projectId, position) === statusId) ??
  ''
