import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import type { Board } from '../../support/browsing/browsing.ts'

/** What the app of a release has left on a device, with work that was never sent. */
export interface RecordedStore {
  release: string
  /** Of the database in the browser. */
  version: number
  /** Everything in it, by the names of its parts; with its key where that is not a member of it. */
  parts: Record<string, Row[]>
  /** What the app showed at the end: the inbox and the projects, by their titles, and what is in the bin. */
  shown: { boards: Record<string, Board>; completed: string[]; bin: string[] }
}

export interface Row {
  key?: string
  value: unknown
}

const files = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname }).sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  )

/** Of every release that kept anything on a device, oldest first. */
export const stores: RecordedStore[] = files('*.json').map((file) =>
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

/** The files of the last release's app, by their paths. */
export function lastApp(): Record<string, string> {
  const file = files('*.app.br').at(-1) ?? ''
  return JSON.parse(brotliDecompressSync(readFileSync(join(import.meta.dirname, file))).toString())
}

/** Puts a store into the browser, at a page of the same site on which no app runs. */
export const putStore = (page: Page, userId: string, { version, parts }: RecordedStore): Promise<void> =>
  page.evaluate(fill, [`inboard.${userId}`, version, parts] as const)

/** In the browser. */
function fill([name, version, parts]: readonly [string, number, RecordedStore['parts']]): Promise<void> {
  const keyPaths: Record<string, IDBObjectStoreParameters> = {
    outbox: { keyPath: 'n', autoIncrement: true },
    refused: { keyPath: 'key' },
    about: {},
  }
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version)
    opening.onerror = () => reject(opening.error)
    opening.onupgradeneeded = () => {
      for (const [part, rows] of Object.entries(parts)) {
        const store = opening.result.createObjectStore(part, keyPaths[part] ?? { keyPath: 'id' })
        for (const { value, key } of rows) store.put(value, key)
      }
    }
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
}
