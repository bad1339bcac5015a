import { lstatSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from './config.ts'

/** In the working folder. */
export const envFile = '.env'

/** Variables in the environment take precedence over those in `.env`. */
export function readEnvFile(): void {
  for (const [name, value] of Object.entries(parseEnv(contentOfEnvFile()))) process.env[name] ??= value
}

/** Not `process.loadEnvFile`, which takes a file that this user may not read for one that does not exist. */
function contentOfEnvFile(): string {
  try {
    return readFileSync(envFile, 'utf8')
  } catch (error) {
    // A link that leads nowhere is a mistake.
    if (!lstatSync(envFile, { throwIfNoEntry: false })) return ''
    throw new ConfigError([
      `The file .env could not be read: ${(error as Error).message}. Make it readable for this user, or remove it.`,
    ])
  }
}
