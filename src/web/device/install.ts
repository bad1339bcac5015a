import { signal } from '@preact/signals'

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
