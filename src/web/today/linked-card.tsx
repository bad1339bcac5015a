import { useSignal, useSignalEffect } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { find } from '../../client/board/columns.ts'
import { restore } from '../actions/bin.ts'
import { goToCard } from '../actions/go-to-card.ts'
import { Loaded } from '../board/loading.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { columns, workspace } from '../model/changes.ts'
import { called } from '../model/wording.ts'
import { follow, page } from '../navigation/route.ts'
import { Empty } from '../parts/empty.tsx'
import { api, isProblem } from '../session/api.ts'
import { elementOf, onceDrawn } from '../state/focus.ts'
import { projects } from '../state/projects.ts'
import { readBin } from '../sync/bin.ts'
import { isConnected } from '../sync/follow.ts'

/** What a link to a card leads to until the card is there: then, its board, with the card open. */
export function LinkedCard() {
  const id = page.value.name === 'card' ? page.value.cardId : ''
  return (
    <>
      <PageHead />
      <Loaded projectId={null}>
        <Search key={id} id={id} />
      </Loaded>
    </>
  )
}

function Search({ id }: { id: string }) {
  const found = useSignal<'not yet' | 'not reached' | 'coming' | 'nowhere'>('not yet')
  const card = find(columns.value, id)
  const binned = workspace.value.bin?.find((item) => item.id === id)
  useLayoutEffect(() => {
    if (card) open(id)
  }, [card])
  // Again whenever the server can be reached.
  useSignalEffect(() => {
    if (projects.value && isConnected.value !== undefined && !find(columns.peek(), id))
      look(id).then(
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
        {called([{ text: binned.text ?? '' }])}
        <button
          type="button"
          onClick={() => {
            found.value = 'coming'
            restore(binned)
          }}
        >
          Restore
        </button>
      </Empty>
    )
  if (found.value === 'nowhere')
    return (
      <Empty as="h1" title="Card not found">
        It may have been deleted, or it belongs to another account.
        <a href="/" onClick={follow}>
          Go to your inbox
        </a>
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

/** Asks the server. The feed brings a card that is there; the bin is read here. */
async function look(id: string): Promise<'coming' | 'nowhere'> {
  try {
    await api.readCard({ id })
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
