import { appendFileSync, existsSync } from 'node:fs'
import { kindOf, makeFolderOf } from '../common/files.ts'
import { type Config, ConfigError, type Environment, readConfig, type Settings } from './config.ts'
import { withSecretFiles } from './environment.ts'
import { exposedFiles } from './exposed-files.ts'
import { storedSecret, storedSecretOf } from './stored-secret.ts'

/** The complete configuration: the environment, and what is created on this machine. */
export function configure(given: Environment): Config {
  const { settings, complaints, warnings } = examine(given)
  const { mail, database } = settings
  if (mail.transport === 'log')
    try {
      // Opened at the start: otherwise links could be lost later without anybody noticing.
      makeFolderOf(mail.file)
      appendFileSync(mail.file, '', { mode: 0o600 })
    } catch (error) {
      complaints.push(`MAIL_LOG_FILE must be a file that can be written: ${(error as Error).message}.`)
    }
  refuse(complaints)
  return { ...settings, warnings, jwtSecret: settings.jwtSecret ?? storedSecret(storedSecretOf(database)) }
}

/** The settings that a command needs, whatever is wrong with others. Creates nothing. */
export function configurePart<Name extends keyof typeof parts>(
  given: Environment,
  ...names: Name[]
): Pick<Settings, Name> {
  const { settings, complaints } = read(given)
  refuse(complaints.filter((complaint) => names.some((name) => complaint.startsWith(parts[name]))))
  return settings
}

const parts = {
  database: 'DATABASE_URL',
  appUrl: 'APP_URL',
  maxProjects: 'MAX_PROJECTS',
  maxCards: 'MAX_CARDS',
  maxText: 'MAX_TEXT',
  binDays: 'BIN_DAYS',
} as const

export interface Examined {
  settings: Settings
  complaints: string[]
  warnings: string[]
}

/** All findings about the configuration. Creates nothing. */
export function examine(given: Environment): Examined {
  const { environment, settings, complaints, warnings } = read(given)
  const stored = storedSecretOf(settings.database)
  // What is wrong with it is said together with everything else.
  if (!settings.jwtSecret && settings.database.engine === 'sqlite' && existsSync(stored))
    try {
      storedSecret(stored)
    } catch (error) {
      complaints.push((error as ConfigError).message)
    }
  return { settings, complaints, warnings: [...warnings, ...exposedFiles(environment, settings)] }
}

function read(given: Environment) {
  const ofFiles: string[] = []
  const environment = withSecretFiles(given, ofFiles)
  const { settings, complaints, warnings } = readConfig(environment)
  complaints.push(...ofFiles)
  const { database } = settings
  if (database.engine === 'sqlite' && kindOf(database.file) === 'folder')
    complaints.push(
      `DATABASE_URL must name a file, but ${database.file} is a folder. Docker creates one if a file that it should mount is missing. Remove the folder, or name a file in it.`,
    )
  return { environment, settings, complaints, warnings }
}

function refuse(complaints: string[]): void {
  if (complaints.length > 0) throw new ConfigError(complaints)
}
