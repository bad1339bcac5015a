import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { remark } from '../output/terminal.ts'
import { folderFor, writeWhole } from './login-file.ts'

// The state that commands leave for later ones: the outbox and the undo log. Each is a folder of JSON files whose names
// sort by time. Commands need no lock, because a file is written whole and removed once.

export interface Entry<Value> {
  name: string
  value: Value
}

export function journal<Value>(kind: 'outbox' | 'undo') {
  const folder = () => join(folderFor('STATE'), kind)
  const fileOf = (name: string) => join(folder(), name)

  function names(): string[] {
    try {
      return readdirSync(folder())
        .filter((name) => name.endsWith('.json'))
        .sort()
    } catch {
      return []
    }
  }

  return {
    folder,
    fileOf,
    names,
    /** The name of the next entry. It sorts last, even if the clock was set back. */
    nextName(last = names().at(-1) ?? ''): string {
      const time = Math.max(Date.now(), (Number.parseInt(last, 10) || 0) + 1)
      return `${String(time).padStart(15, '0')}-${randomUUID()}.json`
    },
    /** Oldest first. */
    read(some = names()): Entry<Value>[] {
      return some.flatMap((name) => {
        try {
          return [{ name, value: JSON.parse(readFileSync(fileOf(name), 'utf8')) as Value }]
        } catch (error) {
          // Otherwise, another process has removed it.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
            remark(`${fileOf(name)} cannot be read and was skipped: ${(error as Error).message}.`)
          return []
        }
      })
    },
    /** The entry is on the disk when this returns. */
    write({ name, value }: Entry<Value>): void {
      writeWhole(fileOf(name), `${JSON.stringify(value)}\n`)
    },
    remove({ name }: Pick<Entry<Value>, 'name'>): void {
      try {
        unlinkSync(fileOf(name))
      } catch {
        // Another process has removed it.
      }
    },
  }
}
