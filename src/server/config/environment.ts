import { lstatSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment, secrets } from './config.ts'

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

/** The environment, with values read from files. */
export function withSecretFiles(environment: Environment, complaints: string[]): Environment {
  const values: Environment = {}
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) complaints.push(`${name} and ${name}_FILE are both set. Set only one.`)
    else values[name] = contentOf(file, `${name}_FILE`, complaints)
  }
  return { ...environment, ...values }
}

/** Strips one trailing newline, which editors add. */
function contentOf(file: string, name: string, complaints: string[]): string | undefined {
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (content.trim()) return content
    complaints.push(`${name} must be a file with a value in it; ${file} is empty.`)
  } catch (error) {
    complaints.push(`${name} must be a file that can be read: ${(error as Error).message}.`)
  }
  return undefined
}
