import { showBanner, showLink, showWarning } from './banner.ts'
import { systemClock as clock } from './clock.ts'
import { configure } from './configure.ts'
import { readEnvFile } from './env-file.ts'
import { version } from './http/version.ts'
import { startInboard } from './inboard.ts'
import { createLogger } from './logger.ts'
import { endOnSignal } from './signals.ts'
import { explainStartError } from './start-errors.ts'

async function main() {
  readEnvFile()
  const config = configure(process.env)
  const log = createLogger(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  const inboard = await startInboard({ config, clock, log, showLink, showWarning })
  log.info({ version, database: inboard.world.db.description }, 'serving')
  endOnSignal(log, inboard, config)
  showBanner(config, inboard.world.db)
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${explainStartError(error)}\n`)
  process.exit(1)
})
