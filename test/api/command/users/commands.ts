import { expect } from 'vitest'
import { outcome } from '../../../support/authenticator/ceremonies.ts'
import { environmentOf, inboard as run } from '../../../support/processes/command.ts'
import { eventually, type TestInboard } from '../../../support/service/inboard.ts'

/** `inboard users`, which works beside a server on the same database. */
export class UsersCommand {
  readonly #inboard: TestInboard

  constructor(inboard: TestInboard) {
    this.#inboard = inboard
  }

  run(...words: string[]) {
    return run(['users', ...words], { environment: environmentOf(this.#inboard.world.config) })
  }

  /** What it says, if it succeeds. */
  async done(...words: string[]): Promise<string> {
    const { code, told, complaint } = await this.run(...words)
    expect({ code, complaint }).toEqual({ code: 0, complaint: expect.any(String) })
    return told
  }

  async json(...words: string[]) {
    return JSON.parse(await this.done(...words, '--json'))
  }

  async me(token: string): Promise<string> {
    return outcome(await this.#inboard.request('GET', '/api/me', { token }))
  }
}

/** A server that did not end it itself hears of it within five seconds. */
export const becomes = (look: () => Promise<string>, wanted: string) =>
  eventually(async () => ((await look()) === wanted ? true : undefined), wanted)
