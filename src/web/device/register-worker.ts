import { base, below } from './base.ts'

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
export async function workerHere(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration(base)
  return found && new URL(found.scope).pathname === base ? found : undefined
}
