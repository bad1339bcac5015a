import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Day } from '../account/day.tsx'
import { nameIn, restore } from '../actions/bin.ts'
import { explain } from '../api.ts'
import { Icon } from '../icons.tsx'
import { confirmed, waiting, workspace } from '../state/changes.ts'
import { replayed } from '../state/replay.ts'
import type { Binned } from '../state/workspace.ts'
import { readBin } from '../sync/bin.ts'
import { isConnected } from '../sync/follow.ts'
import { askToEmptyBin, askToPurge } from './delete-for-good.tsx'
import '../styles/bin.css'

const purpose = 'Cards and projects that you delete wait here for a while.'

/** What was deleted and can be brought back, the newest first. */
export function BinPage() {
  const { trouble, read } = useReading()
  const known = workspace.value.bin
  const items = known ?? (trouble !== undefined ? deletedHere() : undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div class="bin">
      <header class="head">
        <h1 ref={heading} tabIndex={-1}>
          Bin
        </h1>
      </header>
      {!items && !trouble && <div class="nothing loading quiet">Loading…</div>}
      {!items && trouble !== undefined && (
        <div class="nothing">
          <h2>The bin could not be loaded</h2>
          <p class="quiet">{explain(trouble)}</p>
          <button type="button" onClick={read}>
            Try again
          </button>
        </div>
      )}
      {items && (trouble !== undefined || items.length > 0) && (
        <div class="aside">
          <p class="quiet small">
            {trouble === undefined
              ? purpose
              : known
                ? 'This is the bin as it was when the server could last be reached.'
                : 'This is what was deleted here. The rest of the bin could not be loaded.'}
          </p>
          {known && known.length > 0 && (
            <button type="button" onClick={askToEmptyBin}>
              Empty the bin
            </button>
          )}
        </div>
      )}
      {items?.length === 0 && (
        <div class="nothing">
          <h2>The bin is empty</h2>
          <p class="quiet">{purpose}</p>
        </div>
      )}
      {items && items.length > 0 && (
        <ul class="binned">
          {items.map((item) => (
            <Item key={item.id} item={item} onGone={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** What is in the bin for certain while the rest of it is not known; undefined if that is nothing. */
function deletedHere(): readonly Binned[] | undefined {
  const operations = waiting.value.map(({ operation }) => operation)
  const { bin } = replayed({ ...confirmed.value.workspace, bin: [] }, operations)
  return bin?.length ? bin : undefined
}

/** Reads the bin anew whenever the account has changed: only this tells what has gone for good. */
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
    // While the server is out of reach, it is asked again when it is back.
    isConnected.value
    const timer = setTimeout(read, isFirst.current ? 0 : 300)
    isFirst.current = false
    return () => clearTimeout(timer)
  })
  return { trouble: trouble.value, read }
}

function Item({ item, onGone }: { item: Binned; onGone: () => void }) {
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
        <p class="what">{text ?? title}</p>
        <p class="quiet small">
          {kind === 'project' &&
            `Project with ${card_count === 0 ? 'no cards' : card_count === 1 ? 'one card' : `${card_count} cards`} · `}
          <Dates of={item} />
        </p>
      </div>
      <div class="choices">
        <button type="button" aria-label={`Restore ${name}`} onClick={restoreIt}>
          Restore
        </button>
        <button
          type="button"
          class="icon"
          aria-label={`Delete ${name} for good`}
          title="Delete for good"
          onClick={() => askToPurge(item)}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  )
}

const day = 24 * 60 * 60 * 1000

function Dates({ of: { deleted_at, expires_at } }: { of: Binned }) {
  if (!deleted_at || !expires_at) return <>deleted here, not on the server yet</>
  const left = Math.ceil((Date.parse(expires_at) - Date.now()) / day)
  return (
    <>
      deleted on <Day of={deleted_at} />, can be restored{' '}
      <time dateTime={expires_at}>
        {left < 1 ? 'for a few more moments' : left === 1 ? 'until tomorrow' : `for ${left} more days`}
      </time>
    </>
  )
}
