import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process beside the server, so that neither waits for the work of the scenario. It begins with an order. */
export class Beside {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown[]>

  private constructor(file: string) {
    this.#process = fork(join(import.meta.dirname, file), { execArgv: [] })
    this.#ended = once(this.#process, 'exit')
  }

  /** Resolves when it is ready: on a busy machine, starting a process takes longer than a quick attack. */
  static async start(file: string, order: object): Promise<Beside> {
    const beside = new Beside(file)
    await beside.ask(order)
    return beside
  }

  async ask<Answer>(question: object): Promise<Answer> {
    const answered = Promise.race([
      once(this.#process, 'message'),
      this.#ended.then(([code]) => {
        throw new Error(`A process beside the server has ended with ${code}.`)
      }),
    ])
    this.#process.send(question)
    const [answer] = await answered
    return answer
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#ended
  }
}
