import { join } from 'node:path'
import { examineConfiguration } from '../../../src/command/doctor/configuration.ts'
import { examineDatabase } from '../../../src/command/doctor/database.ts'
import { examineFiles } from '../../../src/command/doctor/files.ts'
import type { Finding } from '../../../src/command/doctor/finding.ts'
import { examineLimits } from '../../../src/command/doctor/limits.ts'
import { examineMail } from '../../../src/command/doctor/mail.ts'
import { examineReach } from '../../../src/command/doctor/reach.ts'
import { examine } from '../../../src/server/config/configure.ts'
import { environmentOf } from '../../support/processes/command.ts'
import { newFolder } from '../../support/processes/process.ts'
import type { TestInboard } from '../../support/service/inboard.ts'

/** What `inboard doctor` finds with these variables, without a process of its own. */
export async function examined(
  environment: Record<string, string>,
  testAddress?: string,
): Promise<Finding[]> {
  const given = { DATABASE_URL: `sqlite:${join(newFolder(), 'inboard.db')}`, ...environment }
  const asked = examine(given)
  return [
    ...examineConfiguration(asked),
    ...examineFiles(given, asked.settings),
    ...(await examineDatabase(asked.settings.database)),
    ...examineLimits(asked.settings),
    ...(await examineReach(asked.settings)),
    ...(await examineMail(asked.mail, testAddress)),
  ]
}

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
