import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { ConfigError } from './config.ts'
import { makeFolderOf } from './private-folder.ts'

/** The secret in a file that only this user can read, made at the first start. */
export function keptSecret(file: string): string {
  try {
    if (!existsSync(file)) makeSecret(file)
    const secret = readFileSync(file, 'utf8').trim()
    if (Buffer.byteLength(secret) >= 32) return secret
  } catch (error) {
    throw new ConfigError([
      `JWT_SECRET is not set, and none could be kept in ${file}: ${(error as Error).message}.`,
    ])
  }
  throw new ConfigError([`JWT_SECRET is not set, and the one kept in ${file} is shorter than 32 bytes.`])
}

/** Linked into place whole, so that two processes starting together agree on one. */
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
