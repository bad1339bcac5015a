import type { Chance } from '../../support/machine/chance.ts'
import type { Call } from './recorded-calls.ts'

/** The effect of a power cut on writes that were not flushed. */
export const fates = ['all of it lost', 'some of it lost', 'some sectors of it lost'] as const
export type Fate = (typeof fates)[number]

/**
 * A simulated disk. Flushing a file makes its contents durable, flushing the folder makes the names in it
 * durable.
 */
export class RecordedDisk {
  readonly #folder: string
  readonly #chance: Chance
  #names = new Map<string, File>()
  #safeNames = new Map<string, File>()
  #renamings: ((names: Map<string, File>) => void)[] = []

  constructor(folder: string, chance: Chance) {
    this.#folder = folder
    this.#chance = chance
  }

  do(call: Call): void {
    if (call.kind === 'answer') return
    const file = this.#names.get(call.file) ?? new File()
    if (call.kind === 'write' || call.kind === 'truncate') file.change(call)
    else if (call.kind === 'flush') {
      if (call.file === this.#folder) this.#flushNames()
      else file.flush()
    } else {
      const renaming = (names: Map<string, File>) => {
        if (call.kind === 'rename' || call.kind === 'unlink') names.delete(call.file)
        if (call.kind !== 'unlink') names.set('as' in call ? call.as : call.file, file)
      }
      renaming(this.#names)
      this.#renamings.push(renaming)
    }
  }

  /** The files that are found when the power is back. */
  after(fate: Fate): Map<string, Uint8Array> {
    const names = new Map(this.#safeNames)
    for (const renaming of this.#renamings)
      if (fate !== 'all of it lost' && this.#chance.oneIn(2)) renaming(names)
    return new Map([...names].map(([name, file]) => [name, file.after(fate, this.#chance)]))
  }

  #flushNames() {
    this.#safeNames = new Map(this.#names)
    this.#renamings = []
  }
}

type Change = Extract<Call, { kind: 'write' | 'truncate' }>

class File {
  #safe = new Contents()
  #changes: Change[] = []
  #size = 0

  change(change: Change): void {
    // A write without an offset appends, because the server never seeks.
    const placed = change.kind === 'write' ? { ...change, at: change.at ?? this.#size } : change
    this.#changes.push(placed)
    this.#size = placed.kind === 'write' ? Math.max(this.#size, placed.at + placed.bytes.length) : placed.size
  }

  flush(): void {
    for (const change of this.#changes.splice(0)) this.#safe.change(change)
  }

  after(fate: Fate, chance: Chance): Uint8Array {
    const left = new Contents(this.#safe.bytes)
    for (const change of this.#changes) {
      if (fate === 'some of it lost' && chance.oneIn(2)) left.change(change)
      if (fate === 'some sectors of it lost')
        for (const piece of sectorsOf(change)) if (chance.oneIn(2)) left.change(piece)
    }
    return left.bytes
  }
}

const mostBytes = 256 * 1024 * 1024

class Contents {
  readonly #buffer = new ArrayBuffer(0, { maxByteLength: mostBytes })

  constructor(bytes = new Uint8Array()) {
    this.change({ kind: 'write', file: '', at: 0, bytes })
  }

  get bytes() {
    return new Uint8Array(this.#buffer)
  }

  change(change: Change): void {
    if (change.kind === 'truncate') {
      this.#buffer.resize(change.size)
      return
    }
    const { at = 0, bytes } = change
    this.#buffer.resize(Math.max(this.#buffer.byteLength, at + bytes.length))
    this.bytes.set(bytes, at)
  }
}

const sector = 512

function sectorsOf(change: Change): Change[] {
  if (change.kind === 'truncate') return [change]
  const { at = 0, bytes } = change
  const pieces: Change[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = start + sector - ((at + start) % sector)
    pieces.push({ ...change, at: at + start, bytes: bytes.subarray(start, end) })
    start = end
  }
  return pieces
}
