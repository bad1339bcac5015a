import type { Access } from './accounts/access.ts'
import type { SessionTokens } from './accounts/session-tokens.ts'
import type { Audit } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Mailer } from './mail/mailer.ts'

/** What the rules of the service need from outside. */
export interface World {
  config: Config
  db: Database
  mailer: Mailer
  access: Access
  sessionTokens: SessionTokens
  clock: Clock
  audit: Audit
}
