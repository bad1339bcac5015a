import type { Config } from '../config.ts'

/** Whether somebody who has no account may get one for this address. */
export const mayJoin = ({ registration }: Config, email: string): boolean =>
  registration === 'open' || (registration !== 'closed' && isListed(registration, email))

/** Whether an account may change to this address. Only a list says anything about that. */
export const mayChangeTo = ({ registration }: Config, email: string): boolean =>
  typeof registration === 'string' || isListed(registration, email)

const isListed = (list: readonly string[], email: string) =>
  list.includes(email) || list.includes(email.slice(email.lastIndexOf('@')))
