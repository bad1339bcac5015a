import { useSignal, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useState } from 'preact/hooks'
import { find } from '../../board/columns.ts'
import { nameIn, restore } from '../actions/bin.ts'
import { goToCard } from '../actions/chosen-cards.ts'
import { Account } from '../board/loading.tsx'
import { base, below } from '../device/base.ts'
import { columns, confirmed, workspace } from '../model/changes.ts'
import { follow, page } from '../navigation/route.ts'
import { Button } from '../parts/icons.tsx'
import { Empty, PageHead } from '../parts/page-head.tsx'
import { api, isProblem } from '../session/api.ts'
import { elementOf, onceDrawn } from '../state/focus.ts'
import { projects } from '../state/projects.ts'
import { isConnected, readBin } from '../sync/follow.ts'

/** The page of a link to a card. Once the card has arrived, its board opens instead. */
export function LinkedCard() {
  const id = page.value.name === 'card' ? page.value.cardId : ''
  return (
    <>
      <PageHead />
      <Account>
        <Search key={id} id={id} />
      </Account>
    </>
  )
}

function Search({ id }: { id: string }) {
  const found = useSignal<'not yet' | 'not reached' | 'coming' | 'nowhere'>('not yet')
  const card = find(columns.value, id)
  // The card stored on this device may have been deleted elsewhere.
  const stored = find(confirmed.value.workspace.columns, id)
  const [before] = useState(stored)
  const isCurrent = before === undefined || stored !== before
  const isToOpen = isCurrent || found.value === 'coming' || found.value === 'not reached'
  const home = (stored ?? before)?.project_id
  const bin = workspace.value.bin ?? []
  const binned = bin.find((item) => item.id === id) ?? bin.find((item) => item.id === home)
  useLayoutEffect(() => {
    if (card && isToOpen) open(id)
  }, [card, isToOpen])
  // Repeated whenever the server can be reached.
  useSignalEffect(() => {
    if (projects.value && (isConnected.value !== undefined || before))
      look(id, before && patience).then(
        (outcome) => {
          found.value = outcome
        },
        () => {
          if (found.peek() === 'not yet') found.value = 'not reached'
        },
      )
  })
  if (binned)
    return (
      <Empty as="h1" title="This card is in the bin">
        {binned.kind === 'project' ? `It was deleted with the project ${nameIn(binned)}.` : nameIn(binned)}
        <Button
          onClick={() => {
            found.value = 'coming'
            restore(binned)
          }}
        >
          {binned.kind === 'project' ? 'Restore the project' : 'Restore'}
        </Button>
      </Empty>
    )
  if (found.value === 'nowhere')
    return (
      <Empty as="h1" title="Card not found">
        {bin.some(({ kind }) => kind === 'project') ? (
          <>
            It may have been deleted with its project.
            <a href={below('/bin')} onClick={follow}>
              Look in the bin
            </a>
          </>
        ) : (
          <>
            It may have been deleted, or it belongs to another account.
            <a href={base} onClick={follow}>
              Go to your inbox
            </a>
          </>
        )}
      </Empty>
    )
  if (found.value === 'not reached')
    return (
      <Empty as="h1" title="This card isn’t on this device yet">
        It opens as soon as the server can be reached.
      </Empty>
    )
  return <div class="empty loading">Loading…</div>
}

/** Milliseconds that a card stored on this device waits for the server. */
const patience = 3000

/** Asks the server. The feed brings a card that is there; the bin is read here. */
async function look(id: string, timeout: number | undefined): Promise<'coming' | 'nowhere'> {
  try {
    await api.readCard({ id }, { timeout })
    return 'coming'
  } catch (error) {
    if (!isProblem(error, 'not_found') && !isProblem(error, 'validation_failed')) throw error
    await readBin()
    return 'nowhere'
  }
}

/** Opens the card on its board, in place of this page, with all of its text. */
function open(id: string): void {
  const card = find(columns.peek(), id)
  if (!card) return
  goToCard(card, { replace: true })
  onceDrawn<HTMLElement>(
    () => elementOf(id)?.querySelector<HTMLElement>('.unfold[aria-expanded="false"]') ?? null,
    (button) => button.click(),
  )
}
