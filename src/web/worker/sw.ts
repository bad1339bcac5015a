// The service worker: starts the app from the cache, without waiting for the network. It never touches the API or people's
// data. docs/mechanisms/service-worker.md has the reasons.

export {}

declare const self: ServiceWorkerGlobalScope

/** Filled in by the build: its name, its files, and the script that its page begins with. */
declare const __BUILD__: { id: string; files: string[]; script: string }

interface Routing {
  /** Missing in browsers without static routing. */
  addRoutes?(rule: object): Promise<void>
}

const { id, files, script } = __BUILD__

/** The path of this Inboard, such as `/` or `/inboard/`. The host may have others, whose caches this worker can see. */
const base = new URL('.', self.location.href).pathname
const prefix = base === '/' ? 'inboard-' : `inboard${base}-`
const ours = prefix + id

/** One page serves all paths. It is kept under this one alone, so that no URL with the token of a link is ever stored. */
const shell = base
const hashed = /^assets\/[^/]+-[\w-]{8}\.\w+$/
/** The same page, with another opener policy (src/server/http/pages.ts). */
const pageForAgents = `${base}authorize`
/** Everything else may be another Inboard's, below a path of its own. */
const pages = /^(?:(?:authorize|bin|settings|share|today|verify-email|(?:card|projects)\/[\da-f-]{36})\/?)?$/

self.addEventListener('install', (event: ExtendableEvent & Routing) => {
  // API requests bypass the worker, so that they need not wait for it to start.
  event.addRoutes?.({ condition: { urlPattern: `${base}api/*` }, source: 'network' })
  event.waitUntil(install())
})
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.origin || !pathname.startsWith(base)) return
  const path = pathname.slice(base.length)
  if (hashed.test(path)) event.respondWith(fileFor(request))
  else if (request.mode === 'navigate' && pages.test(path)) {
    event.respondWith(pageFor(request))
    // Offline, the cached page is fine.
    event.waitUntil(checkOnServer().catch(() => {}))
  }
})

/** All or nothing: if a file can't be loaded, the previous worker stays active. */
async function install(): Promise<void> {
  await caches.delete(ours)
  const cache = await caches.open(ours)
  await cache.addAll(files)
  const page = await fetchShell()
  if (!(await isOurs(page))) throw new Error('The server has another version by now.')
  // Last, so that a cache that has it is complete.
  await cache.put(shell, page)
  await self.skipWaiting()
}

/** Keeps the files of the previous version, which open pages may still load. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ours)
  let last: string | undefined
  for (const name of others.reverse()) {
    if (!last && (await shellIn(name))) last = name
    else await caches.delete(name)
  }
  await self.clients.claim()
}

const fileFor = async (request: Request) =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)

const pageFor = async (request: Request) =>
  (new URL(request.url).pathname === pageForAgents && (await fromServer(request))) ||
  (await shellIn(ours)) ||
  fetch(request)

const fromServer = async (request: Request) => {
  const page = await fetch(request).catch(() => undefined)
  return page?.ok && page
}

const shellIn = (cacheName: string) => caches.match(shell, { cacheName, ignoreVary: true })

const fetchShell = () => fetch(shell, { cache: 'no-cache', redirect: 'manual' })

const isOurs = async (page: Response) => page.ok && (await page.clone().text()).includes(script)

/**
 * Browsers look for a new worker by themselves, but not at once, and keep one whose script is gone (w3c/ServiceWorker#204).
 * So the worker removes itself where the server has none, as versions before 0.8.0, and where a proxy wants the person to
 * sign in first.
 */
async function checkOnServer(): Promise<void> {
  const page = await fetchShell()
  // Stored again, because its headers may have changed.
  if (await isOurs(page)) await (await caches.open(ours)).put(shell, page)
  else if (await isUnwanted(page)) await self.registration.unregister()
  else if (page.ok) await self.registration.update()
}

async function isUnwanted({ ok, type, status }: Response): Promise<boolean> {
  if (type === 'opaqueredirect' || status === 401 || status === 403) return true
  return ok && (await fetch(`${base}sw.js`, { cache: 'no-store' })).status === 404
}
