import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderFor, writeWhole } from '../login-file.ts'
import { remark } from '../terminal.ts'

export interface Kept<Value> {
  name: string
  value: Value
}

const anHour = 60 * 60_000

/**
 * Values in the order in which they were kept, a file for each. Nobody takes a lock: a file is written whole and renamed into its
 * place, so that a process that is killed leaves nothing half done, and nothing that another would have to wait for.
 */
export class KeptFiles<Value> {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  get folder(): string {
    return join(folderFor('STATE'), this.#name)
  }

  all(): Kept<Value>[] {
    return this.#names().flatMap((name) => {
      try {
        return [{ name, value: JSON.parse(readFileSync(join(this.folder, name), 'utf8')) as Value }]
      } catch (error) {
        // Another process has been faster.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        remark(`${join(this.folder, name)} cannot be read, and stays as it is: ${(error as Error).message}.`)
        return []
      }
    })
  }

  add(value: Value): Kept<Value> {
    // The clock may have been put back.
    const last = Number.parseInt(this.#names().at(-1) ?? '', 10) || 0
    const time = Math.max(Date.now(), last + 1)
    const name = `${String(time).padStart(15, '0')}-${randomUUID()}.json`
    this.write({ name, value })
    return { name, value }
  }

  write({ name, value }: Kept<Value>): void {
    writeWhole(join(this.folder, name), `${JSON.stringify(value)}\n`)
  }

  /** Whether it was still there. */
  remove({ name }: Pick<Kept<Value>, 'name'>): boolean {
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

  /** Of a process that was killed while it wrote. */
  #forgetOldDraft(name: string): void {
    const file = join(this.folder, name)
    const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > anHour) rmSync(file, { force: true })
  }
}
