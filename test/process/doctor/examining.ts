import { join } from 'node:path'
import { examineAll } from '../../../src/command/doctor/doctor.ts'
import type { Finding } from '../../../src/command/doctor/finding.ts'
import { environmentOf } from '../../support/processes/command.ts'
import { newFolder } from '../../support/processes/process.ts'
import type { TestInboard } from '../../support/service/inboard.ts'

/** What `inboard doctor` finds with these variables, without a process of its own. */
export const examined = (environment: Record<string, string>, testAddress?: string): Promise<Finding[]> =>
  examineAll({ DATABASE_URL: `sqlite:${join(newFolder(), 'inboard.db')}`, ...environment }, testAddress)

/** What it finds with the variables of a server that runs in this process. */
export const examinedBeside = (
  { world: { config } }: TestInboard,
  environment: Record<string, string> = {},
) =>
  examined({
    ...environmentOf(config),
    HOST: config.host,
    PORT: String(config.port),
    TRUST_PROXY: String(config.trustProxy),
    ...environment,
  })

/** What it says about something, each with how it is. */
export const about = (findings: Finding[], what: string) =>
  findings.filter((finding) => finding.about === what).map(({ is, says }) => `${is}: ${says}`)
