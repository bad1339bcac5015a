/** Browsers have no service workers on plain http, except from this machine, and some have none in private windows. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  // Who works on the app wants to see each build at the first start, not at the second.
  if (import.meta.env.MODE === 'development') await (await serviceWorker.getRegistration())?.unregister()
  // One that is in charge is updated by the browser; registering it again would keep one that is removing itself.
  else if (!serviceWorker.controller) await serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}
