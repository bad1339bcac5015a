import { signal } from '@preact/signals'
import { pause } from '../../client/failures.ts'
import { newId } from '../model/operations.ts'
import { ours } from './base.ts'

// A unique name for this tab, which survives a reload, and the names of the other open tabs.

const key = `${ours}tab`
const name = signal(sessionStorage.getItem(key) ?? '')
if (!name.value) rename()

function rename(): void {
  name.value = newId()
  sessionStorage.setItem(key, name.value)
}

export const tabName = () => name.value

/** Finds out which tabs are open. First makes sure that this tab's name is unique: a duplicated tab starts with a copy. */
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

const lockOf = (tab: string) => `${ours}tab.${tab}`

let holding: string | undefined

/** Holds a lock for as long as the tab is open, signed in or not. */
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

/** In milliseconds: how long the old page may keep the lock after a reload. */
const untilGone = 3000

const isReloaded = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}

interface Message {
  from: string
  /** Whether the others should answer. */
  asks: boolean
}

const patience = 1000
let channel: BroadcastChannel | undefined
const heard = new Set<string>()

/** For plain http, which has no locks: open tabs answer a broadcast. A frozen one counts as closed. */
async function tabsByAnswer(): Promise<(tab: string) => boolean> {
  heard.clear()
  channel ??= openChannel()
  say(true)
  await pause(patience, null)
  return (tab) => heard.has(tab)
}

const say = (asks: boolean) => channel?.postMessage({ from: tabName(), asks } satisfies Message)

/** The channel stays open, to answer other tabs. */
function openChannel(): BroadcastChannel {
  const opened = new BroadcastChannel(`${ours}tabs`)
  opened.onmessage = ({ data: { from, asks } }: MessageEvent<Message>) => {
    heard.add(from)
    if (asks) say(false)
    else if (from === tabName()) rename()
  }
  return opened
}
