import { signal } from '@preact/signals'
import { stored } from './local-storage.ts'

/** Chromium's event, which is not standardised. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's offer, which comes once, after the page has loaded. */
const offer = signal<InstallOffer | undefined>()
addEventListener('beforeinstallprompt', (event) => {
  // No banner: the settings have a button.
  event.preventDefault()
  offer.value = event as InstallOffer
})

const standalone = matchMedia('(display-mode: standalone)')
const isInstalled = signal(standalone.matches)
standalone.addEventListener('change', ({ matches }) => {
  isInstalled.value = matches
})
addEventListener('appinstalled', () => {
  isInstalled.value = true
  keepStorage()
})

export type Installing = 'done' | 'offered' | 'by hand on iOS' | 'by hand' | 'impossible'

export function installing(): Installing {
  if (isInstalled.value) return 'done'
  if (offer.value) return 'offered'
  if (!isSecureContext) return 'impossible'
  return 'standalone' in navigator ? 'by hand on iOS' : 'by hand'
}

/** An offer can be used once; if the person changes their mind, the browser makes another. */
export async function install(): Promise<void> {
  const made = offer.value
  offer.value = undefined
  await made?.prompt()
}

const isAsked = stored('asked-to-keep', false)

/** Whether the browser has refused persistent storage. */
export const mayBeCleared = signal(false)

/**
 * Asks for persistent storage; Safari clears the rest after seven days without a visit. Called when there is something to keep.
 * Firefox prompts the person, so it is asked only once; other browsers decide without a prompt, each time.
 */
export async function keepStorage(): Promise<void> {
  const { storage } = navigator
  // Missing on plain http.
  if (!storage?.persist || (await storage.persisted())) return
  const hasRefused = isAsked.value && navigator.userAgent.includes('Firefox')
  isAsked.value = true
  mayBeCleared.value = hasRefused || !(await storage.persist())
}
