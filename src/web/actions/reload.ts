import { notify } from '../state/notices.ts'
import { reloadEverything } from '../sync/follow.ts'

export function reloadAll(): void {
  reloadEverything()
  notify({ text: 'Reloading everything from the server. Unsent changes stay on this device.' })
}
