import type { Access } from '../accounts/access.ts'
import type { SessionTokens } from '../accounts/session-tokens.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { OAuthClients } from '../oauth/clients.ts'
import type { Audit } from './audit.ts'
import type { Clock } from './clock.ts'

/** Dependencies of the rules about cards, projects and the bin. */
export interface BoardWorld {
  config: Limits
  db: Database
  clock: Clock
}

/** How much an account may have, and how long deleted items are kept. */
export type Limits = Pick<Config, 'maxProjects' | 'maxCards' | 'maxText' | 'binDays'>

/** Dependencies of all rules. */
export interface World extends BoardWorld {
  config: Config
  mailer: Mailer
  access: Access
  sessionTokens: SessionTokens
  oauthClients: OAuthClients
  audit: Audit
}
