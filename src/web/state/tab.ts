import { signal } from '@preact/signals'
import { pause } from '../../client/failures.ts'
import { newId } from './new-id.ts'

// The name of this tab, which is its own and survives a reload, and the names of the others that are open.

const key = 'inboard.tab'
const name = signal(sessionStorage.getItem(key) ?? '')
if (!name.value) rename()

function rename(): void {
  name.value = newId()
  sessionStorage.setItem(key, name.value)
}

export const tabName = () => name.value

/**
 * Tells which tabs are open, once it is certain that no other has the name of this one: a tab that was duplicated begins
 * with the name of the one it comes from.
 */
export const openTabs = (): Promise<(tab: string) => boolean> =>
  'locks' in navigator ? tabsByLock() : tabsByAnswer()

async function tabsByLock(): Promise<(tab: string) => boolean> {
  if (!(await hold(tabName()))) {
    rename()
    await hold(tabName())
  }
  const { held = [] } = await navigator.locks.query()
  const open = new Set(held.map((lock) => lock.name))
  return (tab) => open.has(lockOf(tab))
}

const lockOf = (tab: string) => `inboard.tab.${tab}`

let holding: string | undefined

/** For as long as the tab is open: also while nobody is signed in, and when somebody is again. */
const hold = (tab: string) =>
  new Promise<boolean>((resolve) => {
    if (holding === tab) return resolve(true)
    const take = (lock: Lock | null) => {
      if (lock) holding = tab
      resolve(lock !== null)
      return lock ? new Promise(() => {}) : undefined
    }
    const options = isReloaded() ? { signal: AbortSignal.timeout(untilGone) } : { ifAvailable: true }
    navigator.locks.request(lockOf(tab), options, take).catch(() => resolve(false))
  })

/** In milliseconds: how long a page may hold on to the name of its tab after the tab was reloaded. */
const untilGone = 3000

const isReloaded = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}

interface Message {
  from: string
  /** Whether it is to be answered. */
  asks: boolean
}

const patience = 1000
let channel: BroadcastChannel | undefined
const heard = new Set<string>()

/** On plain http there are no locks. There the tabs that are open answer; one that is frozen counts as closed. */
async function tabsByAnswer(): Promise<(tab: string) => boolean> {
  heard.clear()
  channel ??= openChannel()
  say(true)
  await pause(patience, null)
  return (tab) => heard.has(tab)
}

const say = (asks: boolean) => channel?.postMessage({ from: tabName(), asks } satisfies Message)

/** It stays open, to answer. */
function openChannel(): BroadcastChannel {
  const opened = new BroadcastChannel('inboard.tabs')
  opened.onmessage = ({ data: { from, asks } }: MessageEvent<Message>) => {
    heard.add(from)
    if (asks) say(false)
    else if (from === tabName()) rename()
  }
  return opened
}
