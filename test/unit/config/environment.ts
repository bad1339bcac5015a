import { join } from 'node:path'
import { type Config, ConfigError } from '../../../src/server/config/config.ts'
import { configure } from '../../../src/server/config/configure.ts'
import { newDataFolder } from '../../support/machine/folders.ts'

/** A folder of its own for each test: `beforeEach(useNewFolder)`. */
export let folder = ''
export const useNewFolder = (): void => {
  folder = newDataFolder()
}

export type Environment = Record<string, string>

export function read(environment: Environment = {}): Config {
  return configure({
    DATABASE_URL: `sqlite:${join(folder, 'inboard.db')}`,
    MAIL_TRANSPORT: 'log',
    MAIL_LOG_FILE: join(folder, 'mail.log'),
    ...environment,
  })
}

export function complaints(environment: Environment): string[] {
  try {
    read(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints
    throw error
  }
  return []
}
