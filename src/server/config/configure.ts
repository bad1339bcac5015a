import { X509Certificate } from 'node:crypto'
import { accessSync, appendFileSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { makeFolderOf } from '../common/files.ts'
import {
  type Config,
  ConfigError,
  type Environment,
  type MailConfig,
  type MailSettings,
  readConfig,
  type Settings,
} from './config.ts'
import { withSecretFiles } from './environment.ts'
import { exposedFiles } from './exposed-files.ts'
import { storedSecret, storedSecretOf } from './stored-secret.ts'

/** The complete configuration: the environment, and what is found or created on this machine. */
export function configure(given: Environment): Config {
  const { environment, settings, complaints, warnings } = read(given)
  const mail = settleMail(settings.mail, findSendmail(environment.PATH), complaints)
  refuse(complaints)
  const jwtSecret = settings.jwtSecret ?? storedSecret(storedSecretOf(settings.database))
  warnings.push(...exposedFiles(environment, settings))
  return { ...settings, mail, warnings, jwtSecret }
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

/** All findings about the configuration. Creates nothing. */
export function examine(given: Environment): Examined {
  const { environment, settings, complaints, warnings } = read(given)
  const mail = settleMail(settings.mail, findSendmail(environment.PATH), complaints, () => {})
  const stored = storedSecretOf(settings.database)
  if (!settings.jwtSecret && settings.database.engine === 'sqlite' && existsSync(stored))
    try {
      storedSecret(stored)
    } catch (error) {
      complaints.push((error as Error).message)
    }
  warnings.push(...exposedFiles(environment, settings))
  return { settings, mail, complaints, warnings }
}

export interface Examined {
  settings: Settings
  mail: MailConfig
  complaints: string[]
  warnings: string[]
}

const parts = {
  database: 'DATABASE_URL',
  appUrl: 'APP_URL',
  maxProjects: 'MAX_PROJECTS',
  maxCards: 'MAX_CARDS',
  maxText: 'MAX_TEXT',
  binDays: 'BIN_DAYS',
} as const

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

function settleMail(
  mail: MailSettings,
  program: string | undefined,
  complaints: string[],
  prepare = openForLinks,
): MailConfig {
  const { from } = mail
  if (mail.transport === 'smtp') {
    const { transport, url, caFile } = mail
    return { transport, from, url, ...(caFile && { authorities: readAuthorities(caFile, complaints) }) }
  }
  if (mail.transport === 'log') return toLog(mail.file, true)
  if (program) return { transport: 'sendmail', from, program }
  if (mail.transport === 'sendmail') {
    complaints.push(
      'MAIL_TRANSPORT is "sendmail", but this machine has no sendmail program. Install one, or use smtp.',
    )
    return { transport: 'sendmail', from, program: '' }
  }
  if (mail.isProduction) {
    complaints.push(
      'MAIL_TRANSPORT is required with NODE_ENV=production, because this machine has no sendmail program. Use smtp with an SMTP_URL (or log, if you mean it).',
    )
  }
  return toLog(mail.file, false)

  function toLog(file: string, chosen: boolean): MailConfig {
    try {
      prepare(file)
    } catch (error) {
      complaints.push(`MAIL_LOG_FILE must be a file that can be written: ${(error as Error).message}.`)
    }
    return { transport: 'log', from, file, chosen }
  }
}

/** Opened at the start: otherwise links could be lost later without anybody noticing. */
function openForLinks(file: string): void {
  makeFolderOf(file)
  appendFileSync(file, '', { mode: 0o600 })
}

function readAuthorities(file: string, complaints: string[]): string[] {
  try {
    const text = readFileSync(file, 'utf8')
    const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
    if (certificates.length === 0) throw new Error(`there is none in ${file}`)
    // Throws if it is not a certificate.
    for (const certificate of certificates) new X509Certificate(certificate)
    return certificates
  } catch (error) {
    complaints.push(`SMTP_CA_FILE must be a file with certificates (PEM): ${(error as Error).message}.`)
    return []
  }
}

function findSendmail(path = '') {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/sbin', '/usr/lib']
  return folders.map((folder) => join(folder, 'sendmail')).find((file) => kindOf(file) === 'program')
}

/** The kind of file at a path, as far as this user can see. */
export function kindOf(path: string): 'folder' | 'program' | undefined {
  try {
    if (statSync(path).isDirectory()) return 'folder'
    accessSync(path, constants.X_OK)
    return 'program'
  } catch {
    return undefined
  }
}
