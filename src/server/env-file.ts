import { ConfigError } from './config.ts'

/** Variables that are set in the environment win over those of the file `.env`. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new ConfigError([`The file .env could not be read: ${message}`])
  }
}
