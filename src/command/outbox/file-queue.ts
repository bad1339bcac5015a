import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderFor, writeWhole } from '../account/login-file.ts'
import { remark } from '../output/terminal.ts'

export interface Queued<Value> {
  name: string
  value: Value
}

const anHour = 60 * 60_000

/**
 * Values in order, one file each. Files are renamed into place, so no locks are needed and a killed process
 * leaves none half written.
 */
export class FileQueue<Value> {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  get folder(): string {
    return join(folderFor('STATE'), this.#name)
  }

  all(): Queued<Value>[] {
    return this.#names().flatMap((name) => {
      try {
        return [{ name, value: JSON.parse(readFileSync(join(this.folder, name), 'utf8')) as Value }]
      } catch (error) {
        // Another process has removed it.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        remark(`${join(this.folder, name)} cannot be read and was skipped: ${(error as Error).message}.`)
        return []
      }
    })
  }

  add(value: Value): Queued<Value> {
    // The clock may have been set back.
    const last = Number.parseInt(this.#names().at(-1) ?? '', 10) || 0
    const time = Math.max(Date.now(), last + 1)
    const name = `${String(time).padStart(15, '0')}-${randomUUID()}.json`
    this.write({ name, value })
    return { name, value }
  }

  write({ name, value }: Queued<Value>): void {
    writeWhole(join(this.folder, name), `${JSON.stringify(value)}\n`)
  }

  /** Returns whether it was still there. */
  remove({ name }: Pick<Queued<Value>, 'name'>): boolean {
    try {
      unlinkSync(join(this.folder, name))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }

  #names(): string[] {
    let found: string[]
    try {
      found = readdirSync(this.folder)
    } catch {
      return []
    }
    for (const draft of found.filter((name) => !name.endsWith('.json'))) this.#forgetOldDraft(draft)
    return found.filter((name) => name.endsWith('.json')).sort()
  }

  /** Left by a process that was killed while writing. */
  #forgetOldDraft(name: string): void {
    const file = join(this.folder, name)
    const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > anHour) rmSync(file, { force: true })
  }
}
