import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolderOf } from '../common/files.ts'
import { type Config, ConfigError } from './config.ts'

/** Beside the SQLite file; in the working folder if the database is elsewhere. */
export const storedSecretOf = (database: Config['database']) =>
  join(database.engine === 'sqlite' ? dirname(database.file) : '', 'jwt-secret')

/** The stored secret, or an empty text if there is none that this user can read. Creates nothing. */
export function readStoredSecret(database: Config['database']): string {
  try {
    return readFileSync(storedSecretOf(database), 'utf8').trim()
  } catch {
    return ''
  }
}

/** The secret from a file that only this user can read. Created at the first start. */
export function storedSecret(file: string): string {
  try {
    if (!existsSync(file)) makeSecret(file)
    const secret = readFileSync(file, 'utf8').trim()
    if (Buffer.byteLength(secret) >= 32) return secret
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EISDIR')
      throw new ConfigError([
        `JWT_SECRET is not set, and ${file}, where it is stored, is a folder. Remove the folder: Inboard creates the file.`,
      ])
    throw new ConfigError([
      existsSync(file)
        ? `JWT_SECRET is not set, and the one stored in ${file} cannot be read: ${message}. Run Inboard as the user who owns this file, or give it to that user.`
        : `JWT_SECRET is not set, and none could be stored in ${file}: ${message}.`,
    ])
  }
  throw new ConfigError([`JWT_SECRET is not set, and the one stored in ${file} is shorter than 32 bytes.`])
}

/** Linked into place, so that two processes that start together agree on one secret. */
function makeSecret(file: string) {
  makeFolderOf(file)
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
