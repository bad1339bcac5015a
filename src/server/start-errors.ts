import { ConfigError } from './config.ts'
import { DatabaseUnavailable } from './db/database.ts'
import { DatabaseTooNew } from './db/migrate.ts'
import { NotBuilt } from './http/pages.ts'

/** Why the server did not start, in a sentence for a person. */
export function explainStartError(error: unknown): string {
  if (error instanceof ConfigError) {
    return `Inboard cannot start with this configuration:\n\n${error.complaints.map((one) => `  - ${one}`).join('\n')}\n`
  }
  if (error instanceof DatabaseTooNew || error instanceof NotBuilt) return `${error.message}\n`
  if (error instanceof DatabaseUnavailable) return noDatabase(error.cause)
  const { code, syscall, address, port, message, stack } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is in use by another program. Stop it, or choose another port with PORT, such as PORT=3001.\n`
  }
  if (code === 'EACCES' && port)
    return `Port ${port} needs more rights than this user has. Choose one above 1023 with PORT, such as PORT=3000.\n`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `HOST is not an IP of this machine (${message}).\n`
  if (
    code === 'ERR_SQLITE_ERROR' ||
    syscall === 'mkdir' ||
    syscall === 'open' ||
    'severity' in (error as object)
  )
    return noDatabase(error)
  return `Inboard could not start: ${stack}\n`
}

function noDatabase(error: unknown): string {
  const { message, errors = [] } = error as Error & { errors?: Error[] }
  // Where a host name has several IPs, each attempt has failed with its own message, and the whole error has none.
  const reason = message || errors.map((one) => one.message).join(', ')
  const hint = reason.includes('startup parameter')
    ? ' Behind a pooler, it needs "?prepare=off" at its end.'
    : ''
  return `The database could not be opened: ${reason}. DATABASE_URL says where it is.${hint}\n`
}
