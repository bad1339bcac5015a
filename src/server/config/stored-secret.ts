import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { makeFolderOf } from '../common/private-folder.ts'
import { ConfigError } from './config.ts'

/** The secret from a file that only this user can read. Created at the first start. */
export function storedSecret(file: string): string {
  try {
    if (!existsSync(file)) makeSecret(file)
    const secret = readFileSync(file, 'utf8').trim()
    if (Buffer.byteLength(secret) >= 32) return secret
  } catch (error) {
    throw new ConfigError([
      `JWT_SECRET is not set, and none could be stored in ${file}: ${(error as Error).message}.`,
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
