import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Client } from '../../../../src/client/client.ts'
import { Unreliable } from '../../../support/network/unreliable.ts'
import { atShell, type Shell } from '../../../support/processes/shell.ts'
import { eventually, type SignedIn } from '../../../support/service/inboard.ts'
import { inboard } from '../../../support/service/shared.ts'

// Cards that are added while the server cannot be reached, or that it does not take.

/** A person at a shell, another one for each test, with a network between them and the server that can fail. */
export class Connection {
  network = {} as Unreliable
  shell = {} as Shell
  /** With the session, not with the token of the shell. */
  person = {} as SignedIn

  get client(): Client {
    return this.person.client
  }

  async texts(client = this.client): Promise<string[]> {
    return (await client.listInboxCards()).cards.map(({ text }) => text)
  }

  /** Where what is kept lies. */
  get folder(): string {
    return join(this.shell.home, 'state/inboard/outbox')
  }

  files(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder) : []
  }

  /** A command of which the server has done a part, and which does not hear of it. */
  async unheard(words: string[]) {
    this.network.state = 'swallows'
    const { swallowed } = this.network
    const child = this.shell.start(words)
    child.stdin.end()
    const ended = new Promise((resolve) => child.on('exit', resolve))
    await eventually(() => this.network.swallowed > swallowed || undefined, 'an answer to get lost')
    return { child, ended }
  }

  async killedUnheard(words: string[]): Promise<void> {
    const { child, ended } = await this.unheard(words)
    child.kill('SIGKILL')
    await ended
  }
}

export function newConnections(): Connection {
  const at = new Connection()
  const shells: Shell[] = []
  beforeAll(async () => {
    at.network = await Unreliable.before(inboard.url)
  })
  beforeEach(async () => {
    await at.network.comeBack()
    const { shell, ...person } = await atShell(inboard, at.network.url)
    shells.push(shell)
    Object.assign(at, { shell, person })
  })
  afterAll(() => {
    for (const shell of shells) shell.remove()
    at.network.stop()
  })
  return at
}
