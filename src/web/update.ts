import { signal } from '@preact/signals'
import { isNewer } from './is-newer.ts'
import { pageVersion } from './version.ts'

/** The version of the server, as soon as loading the page again brings it. */
export const newVersion = signal<string | undefined>()

const reloadedKey = 'inboard.reloaded'
const minute = 60_000
let heard: string | undefined

/** Told of the version that each answer of the server carries. */
export function hearVersion(version: string | null): void {
  if (!version || version === heard || !isNewer(version, pageVersion)) return
  heard = version
  // While instances of both versions are running, loading the page may bring the old one back. Offered once in each tab.
  if (sessionStorage.getItem(reloadedKey) === version) return
  prepare().then(
    () => {
      newVersion.value = version
    },
    () => setTimeout(forget, minute),
  )
}

const forget = () => {
  heard = undefined
}

export function loadNewVersion(): void {
  sessionStorage.setItem(reloadedKey, newVersion.value ?? '')
  location.reload()
}

/** It comes by itself at the next start. */
export const loadLater = () => {
  newVersion.value = undefined
}

/** Rejects if the new version cannot be had now. */
async function prepare(): Promise<void> {
  // Without a worker, the page comes from the server anyway.
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update()
  const next = registration?.installing ?? registration?.waiting
  if (next) await activated(next)
  await momentOfRest()
}

const activated = (worker: ServiceWorker) =>
  new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The new version could not be stored.'))
    }
    worker.addEventListener('statechange', look)
    look()
  })

/** Resolves when nobody has touched anything for two seconds: what is being typed in or dragged must not move. */
function momentOfRest(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        listening.abort()
        resolve()
      }, 2000)
    }
    for (const touch of ['keydown', 'pointerdown', 'pointermove', 'dragover', 'wheel', 'touchmove'])
      addEventListener(touch, wait, { capture: true, passive: true, signal: listening.signal })
    wait()
  })
}
