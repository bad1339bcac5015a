import { open } from '../dialogs/open.ts'
import { Icon } from '../icons.tsx'
import { shortly, standing } from './standing.ts'

/** A quiet mark that something is waiting or needs the person. There is none while all is well. */
export function OutboxMark() {
  const is = standing.value
  if (!is) return null
  return (
    <button type="button" class={`mark ${is}`} onClick={() => open('outbox')}>
      <Icon name={is === 'refused' ? 'alert' : is === 'waiting' ? 'upload' : 'offline'} />
      <span class="name">{shortly(is)}</span>
    </button>
  )
}
