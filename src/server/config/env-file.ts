import { ConfigError } from './config.ts'

/** Variables in the environment take precedence over those in `.env`. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new ConfigError([`The file .env could not be read: ${message}`])
  }
}
