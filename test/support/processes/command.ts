import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../../../src/server/config/config.ts'
import { program as ours, root } from './process.ts'

export interface Ended {
  code: number | null
  told: string
  complaint: string
}

interface Setting {
  environment?: Record<string, string | undefined>
  folder?: string
  /** Replaces the program that was built from this checkout. */
  program?: string[]
  /** The standard input. */
  input?: string
}

/** Runs `inboard` as people do, with only these variables in its environment. */
export function startCommand(words: string[], setting: Setting = {}) {
  const [program = '', ...first] = setting.program ?? ours
  return spawn(program, [...first, ...words], {
    cwd: setting.folder ?? root,
    env: {
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      ...setting.environment,
    },
  })
}

export async function inboard(words: string[], setting: Setting = {}): Promise<Ended> {
  const child = startCommand(words, setting)
  // A command that doesn't read it may have ended before it is written.
  child.stdin.on('error', () => {})
  child.stdin.end(setting.input ?? '')
  const [told, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, told, complaint }
}

/** The environment of a command that uses the database of a server. */
export const environmentOf = ({ database, appUrl }: Config): Record<string, string> => ({
  DATABASE_URL: database.engine === 'sqlite' ? `sqlite:${database.file}` : database.url,
  APP_URL: appUrl,
})
