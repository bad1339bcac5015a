import { count } from '../model/wording.ts'
import { Icon } from '../parts/icons.tsx'
import { open } from '../state/dialogs.ts'
import { marked, shortly, syncState } from './status.ts'

const icons = {
  refused: 'alert',
  offline: 'offline',
  adrift: 'offline',
  waiting: 'upload',
  late: 'auto',
} as const

/** A small button that shows unsent or refused changes and the connection. Hidden while all is well. */
export function OutboxMark() {
  const is = syncState.value
  if (!is) return null
  return (
    <button type="button" class={`bar row mark ${is}`} onClick={() => open('outbox')}>
      <Icon name={icons[is]} />
      <span class="name">{shortly()}</span>
      {marked.value > 0 && (
        <span class="number" aria-hidden="true">
          {count(marked.value)}
        </span>
      )}
    </button>
  )
}
