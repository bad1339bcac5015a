import { Socket } from 'node:net'

/** What is written in one turn leaves in one go: statements that travel together share a call to the system. */
export class GatheringSocket extends Socket {
  #gathering = false

  override write(...given: never[]): boolean {
    if (!this.#gathering) {
      this.#gathering = true
      this.cork()
      process.nextTick(() => {
        this.#gathering = false
        this.uncork()
      })
    }
    return super.write(...(given as unknown as Parameters<Socket['write']>))
  }
}
