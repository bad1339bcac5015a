import { readFileSync } from 'node:fs'
import { type Environment, secrets } from './config.ts'

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
