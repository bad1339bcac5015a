import { signal } from '@preact/signals'
import { base, below, ours } from './base.ts'
import { isNewer } from './is-newer.ts'
import { pageVersion } from './version.ts'

/** The new version, once a reload would load it. */
export const newVersion = signal<string | undefined>()

const reloadedKey = `${ours}reloaded`
const minute = 60_000
let heard: string | undefined

/** Called when the server says that it has another version. */
export function checkVersion(version: string): void {
  if (version === heard || !isNewer(version, pageVersion)) return
  heard = version
  // Offered once in each tab: during a rolling update, a reload may bring the old version back.
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

/** The next start loads it anyway. */
export const loadLater = () => {
  newVersion.value = undefined
}

/** Rejects if the new version is not available yet. */
async function prepare(): Promise<void> {
  // Without a worker, the page comes from the server anyway.
  const registration = await workerHere()
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

/** Resolves after two seconds without input, so that nothing moves while the person types or drags. */
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

/** Browsers have no service workers on plain http, except from this machine, and some have none in private windows. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const script = below('/sw.js')
  // In development, each build must show at the first load, not the second.
  if (import.meta.env.MODE === 'development') await (await workerHere())?.unregister()
  // The browser updates an active worker. Registering it again would keep one that is removing itself.
  else if (serviceWorker.controller?.scriptURL !== new URL(script, location.href).href)
    await serviceWorker.register(script, { updateViaCache: 'none' })
}

/** This Inboard's worker. One that is served at the root of the host covers all paths, until there is a worker for them. */
async function workerHere(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration(base)
  return found && new URL(found.scope).pathname === base ? found : undefined
}
