import type { Config } from '../config/config.ts'

/** True if a new account may be created for this address. */
export const mayJoin = ({ registration }: Config, email: string): boolean =>
  registration === 'open' || (registration !== 'closed' && isListed(registration, email))

/** True if an account may change to this address. Only a list restricts that. */
export const mayChangeTo = ({ registration }: Config, email: string): boolean =>
  typeof registration === 'string' || isListed(registration, email)

const isListed = (list: readonly string[], email: string) =>
  list.includes(email) || list.includes(email.slice(email.lastIndexOf('@')))
