import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { main } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

const preload = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href

/** Sets the clock that one server sees. The clock of the machine is not touched. */
export class SettableClock {
  readonly command = [process.execPath, '--import', preload, main]
  readonly #file: string
  #offset = 0

  constructor(folder: string) {
    this.#file = join(folder, 'clock')
    for (const file of [this.#file, `${this.#file}.set`]) writeFileSync(file, '0')
  }

  get environment() {
    return { CLOCK_OFFSET_FILE: this.#file }
  }

  /** Sets the difference from the right time, in milliseconds. */
  async set(offset: number): Promise<void> {
    this.#offset = offset
    writeFileSync(this.#file, String(offset))
    const isSet = () => readFileSync(`${this.#file}.set`, 'utf8') === String(offset) || undefined
    await eventually(isSet, 'the clock to be set')
  }

  advance = (milliseconds: number) => this.set(this.#offset + milliseconds)
}
