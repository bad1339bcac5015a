import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { newDataFolder } from '../machine/folders.ts'
import type { SignedIn, TestInboard } from '../service/inboard.ts'
import { type Ended, inboard as run, startCommand } from './command.ts'
import { program } from './process.ts'

type Scope = 'capture' | 'read' | 'write'

interface Manner {
  input?: string
  environment?: Record<string, string | undefined>
}

/** A person at a shell, with their own home folder. */
export class Shell {
  readonly home = newDataFolder('inboard-home-')
  readonly environment = {
    HOME: this.home,
    XDG_CONFIG_HOME: join(this.home, 'config'),
    XDG_STATE_HOME: join(this.home, 'state'),
    XDG_CACHE_HOME: join(this.home, 'cache'),
    TZ: 'UTC',
    LANG: 'C.UTF-8',
  }

  run(words: string[], { input, environment }: Manner = {}): Promise<Ended> {
    return run(words, {
      folder: this.home,
      environment: { ...this.environment, ...environment },
      ...(input !== undefined && { input }),
    })
  }

  /** Runs it through a shell on a terminal, and resolves to the screen output. */
  onTerminal(words: string[], { input, environment }: Manner = {}): Promise<Ended> {
    const line = [...program, ...words].map((word) => (/^[|<>]/.test(word) ? word : `'${word}'`)).join(' ')
    return run(['-qec', line, '/dev/null'], {
      program: ['script'],
      folder: this.home,
      environment: { ...this.environment, TERM: 'xterm', ...environment },
      ...(input !== undefined && { input }),
    })
  }

  start(words: string[]) {
    return startCommand(words, { folder: this.home, environment: this.environment })
  }

  /** Its output, if it succeeds. */
  async does(...words: string[]): Promise<string> {
    const ended = await this.run(words)
    expect(ended).toMatchObject({ code: 0 })
    return ended.told
  }

  async json(...words: string[]) {
    return JSON.parse(await this.does(...words, '--json'))
  }

  /** Its error message. */
  async refuses(...words: string[]): Promise<string> {
    const { code, told, complaint } = await this.run(words)
    expect({ code, told }).toEqual({ code: 1, told: '' })
    return complaint
  }

  async logIn(url: string, { client }: Pick<SignedIn, 'client'>, scope: Scope = 'write'): Promise<string> {
    const { token } = await client.makeApiToken({ label: 'shell', scope })
    expect(await this.run(['login', url], { input: `${token}\n` })).toMatchObject({ code: 0 })
    return token
  }

  /** Writes the login file, which saves a process. */
  async storeLogin(
    url: string,
    { client }: Pick<SignedIn, 'client'>,
    scope: Scope = 'write',
  ): Promise<string> {
    const { token } = await client.makeApiToken({ label: 'shell', scope })
    const folder = join(this.environment.XDG_CONFIG_HOME, 'inboard')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'login.json'), JSON.stringify({ url, token }), { mode: 0o600 })
    return token
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** A person with an account, and a shell that is logged in to it. */
export async function atShell(inboard: TestInboard, url = inboard.url) {
  const person = await inboard.signIn()
  const shell = new Shell()
  const token = await shell.storeLogin(url, person)
  return { ...person, shell, token }
}
