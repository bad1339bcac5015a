import type { Access } from './accounts/access.ts'
import type { SessionTokens } from './accounts/session-tokens.ts'
import type { Audit } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Mailer } from './mail/mailer.ts'

/** What the rules about cards, projects and the bin need from outside. */
export interface BoardWorld {
  /** Whether nobody has to wait while something takes long. */
  isPatient?: boolean
  config: Limits
  db: Database
  clock: Clock
}

/** How much an account may have, and for how long what it has deleted is kept. */
export type Limits = Pick<Config, 'maxProjects' | 'maxCards' | 'maxText' | 'binDays'>

/** What all rules of the service need. */
export interface World extends BoardWorld {
  config: Config
  mailer: Mailer
  access: Access
  sessionTokens: SessionTokens
  audit: Audit
}
