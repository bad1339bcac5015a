import { systemClock as clock } from './common/clock.ts'
import { version } from './common/version.ts'
import { configure } from './config/configure.ts'
import { readEnvFile } from './config/env-file.ts'
import { startInboard } from './inboard.ts'
import { showBanner, showLink, showWarning } from './process/banner.ts'
import { createLogger, flushLog } from './process/logger.ts'
import { endOnSignal } from './process/signals.ts'
import { explainStartError } from './process/start-errors.ts'

async function main() {
  readEnvFile()
  const config = configure(process.env)
  const log = createLogger(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  const inboard = await startInboard({ config, clock, log, showLink, showWarning })
  log.info({ version, database: inboard.world.db.description }, 'serving')
  endOnSignal(log, inboard, config)
  flushLog()
  showBanner(config, inboard.world.db)
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${explainStartError(error)}\n`)
  process.exit(1)
})
