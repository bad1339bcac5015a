/** Browsers have no service workers on plain http, except from this machine, and some have none in private windows. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // In development, each build must show at the first load, not the second.
  if (import.meta.env.MODE === 'development') await (await serviceWorker.getRegistration())?.unregister()
  // The browser updates an active worker. Registering it again would keep one that is removing itself.
  else if (!serviceWorker.controller) await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}
