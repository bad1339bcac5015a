import { existsSync } from 'node:fs'
import { showBanner, showLink } from './banner.ts'
import { systemClock as clock } from './clock.ts'
import { readConfig } from './config.ts'
import { startInboard } from './inboard.ts'
import { createLogger } from './logger.ts'
import { endOnSignal } from './signals.ts'
import { explainStartError } from './start-errors.ts'

async function main() {
  if (existsSync('.env')) process.loadEnvFile()
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  const { world, close } = await startInboard({ config, clock, log, showLink })
  endOnSignal(log, close)
  showBanner(config, world.db)
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${explainStartError(error)}\n`)
  process.exit(1)
})
