import { notify } from '../state/notices.ts'
import { reloadEverything } from '../sync/follow.ts'

export function reloadAll(): void {
  reloadEverything()
  notify({ text: 'Loading everything again. What is not sent yet stays here, and is sent.' })
}
