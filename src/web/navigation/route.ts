import { computed } from '@preact/signals'
import { within } from '../device/base.ts'
import { go, path } from './back.ts'

export { go }

export type Page =
  | { name: 'inbox' | 'today' | 'bin' | 'settings' | 'link' | 'share' | 'connect' | 'nothing' }
  | { name: 'project'; projectId: string }
  | { name: 'card'; cardId: string }

export const page = computed((): Page => {
  const [, first = '', second = '', ...rest] = path.value.replace(/\/$/, '').split('/')
  if (first === '') return { name: 'inbox' }
  if (first === 'today' && !second) return { name: 'today' }
  if (first === 'settings' && !second) return { name: 'settings' }
  if (first === 'bin' && !second) return { name: 'bin' }
  if (first === 'verify-email' && !second) return { name: 'link' }
  if (first === 'authorize' && !second) return { name: 'connect' }
  if (first === 'share' && !second) return { name: 'share' }
  if (first === 'projects' && second && rest.length === 0) return { name: 'project', projectId: second }
  if (first === 'card' && second && rest.length === 0) return { name: 'card', cardId: second }
  return { name: 'nothing' }
})

export const pathTo = (projectId: string | null) => (projectId ? `/projects/${projectId}` : '/')

/** Follows a link without loading the page. With a modifier key the browser opens it in a new tab. */
export function follow(event: MouseEvent): void {
  const { currentTarget, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (!(currentTarget instanceof HTMLAnchorElement)) return
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  event.preventDefault()
  go(within(currentTarget.pathname))
}
