import type { RouteName } from '../../contract/paths.ts'
import { type Route, routes } from '../../contract/routes.ts'
import type { BoardHandlers } from '../app.ts'
import type { Database } from '../db/database.ts'
import type { Heavy } from '../http/lines.ts'
import { createExtents, type Extent, small } from './extent.ts'
import type { Thread } from './thread.ts'

type Call = { ownerId: string; body?: { position?: number; bytes?: Uint8Array } }
type Handle = (call: Call) => Promise<unknown>

const isMuchText = ({ bytes }: Extent) => bytes > small.bytes
const areMany = ({ cards }: Extent) => cards > small.cards
const areManyTogether = ({ together }: Extent) => together > small.cards
const areManyInBin = ({ inBin }: Extent) => inBin > small.cards

/** In bytes: what has no more cannot contain a thousand cards. */
const shortFile = 4096

/** What takes the longer the more there is in an account, and of which accounts it takes too long. */
const growing = {
  listInboxCards: (extent) => areManyTogether(extent) || isMuchText(extent),
  listProjectCards: (extent) => areManyTogether(extent) || isMuchText(extent),
  searchCards: (extent) => areMany(extent) || isMuchText(extent),
  changes: (extent) => areMany(extent) || isMuchText(extent),
  listBin: (extent) => areManyInBin(extent) || isMuchText(extent),
  setColumn: (extent) => areManyTogether(extent) || isMuchText(extent),
  // At the end of its column it makes no other card move.
  addInboxCard: (extent, { body }) => body?.position !== undefined && areManyTogether(extent),
  addProjectCard: (extent, { body }) => body?.position !== undefined && areManyTogether(extent),
  removeCard: areManyTogether,
  removeProject: areManyTogether,
  restore: (extent) => areManyTogether(extent) || areManyInBin(extent),
  purge: areManyInBin,
  emptyBin: areManyInBin,
  exportAccount: (extent) => areMany(extent) || isMuchText(extent),
  importFile: (_extent, { body }) => (body?.bytes?.length ?? 0) > shortFile,
} as const satisfies Partial<Record<RouteName, (extent: Extent, call: Call) => boolean>>
export type HeavyName = keyof typeof growing

export const heavy: Heavy = {
  reads: (Object.keys(growing) as HeavyName[]).filter((name) => !(routes[name] as Route).write),
  writes: ['setColumn', 'removeProject', 'restore', 'emptyBin', 'importFile', 'batch'],
}

/** The same handlers, except that another thread does what would take long. */
export function withThread(handlers: BoardHandlers, db: Database, thread: Thread): BoardHandlers {
  const extentOf = createExtents(db)
  const wrapped = Object.entries(growing).map(([name, isHeavy]) => {
    const here = handlers[name as HeavyName] as unknown as Handle
    const route = routes[name as HeavyName] as Route
    const handle: Handle = async (call) => {
      const extent = await extentOf(call.ownerId)
      if (!isHeavy(extent, call)) return await here(call)
      const done = await thread.carryOut(name as HeavyName, call)
      return route.write ? done : done.content
    }
    return [name, handle]
  })
  return { ...handlers, ...Object.fromEntries(wrapped) }
}
