import { showBanner, showLink, showWarning } from './banner.ts'
import { systemClock as clock } from './clock.ts'
import { ConfigError } from './config.ts'
import { configure } from './configure.ts'
import { startInboard } from './inboard.ts'
import { createLogger } from './logger.ts'
import { endOnSignal } from './signals.ts'
import { explainStartError } from './start-errors.ts'

async function main() {
  readEnvFile()
  const config = configure(process.env)
  const log = createLogger(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  const { world, close } = await startInboard({ config, clock, log, showLink, showWarning })
  endOnSignal(log, close)
  showBanner(config, world.db)
}

/** Variables that are set in the environment win over the file. */
function readEnvFile() {
  try {
    process.loadEnvFile()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new ConfigError([`The file .env could not be read: ${message}`])
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${explainStartError(error)}\n`)
  process.exit(1)
})
