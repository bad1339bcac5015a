import { ConfigError } from '../config/config.ts'
import { DatabaseUnavailable, isDiskFull } from '../db/database.ts'
import { DatabaseTooNew } from '../db/migrate.ts'
import { NotBuilt } from '../http/answers/pages.ts'

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
    return `This user is not allowed to listen on port ${port}. Choose a port above 1023 with PORT, such as PORT=3000.\n`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `HOST is not an address of this machine (${message}).\n`
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
  if (isDiskFull(error)) return 'The disk of the database is full. Free some space, then try again.\n'
  const { message, errors = [] } = error as Error & { errors?: Error[] }
  // If a host name has several IPs, each attempt has a message of its own, and the error as a whole has none.
  const reason = message || errors.map((one) => one.message).join(', ')
  return `The database could not be opened: ${reason}. Check DATABASE_URL${hintAt(reason)}.\n`
}

function hintAt(reason: string): string {
  if (reason.includes('startup parameter')) return '. Behind a pooler, add "?prepare=off" to it'
  // SQLite writes files beside the database even to read it.
  return reason === 'unable to open database file' ? ', and that this user can write in its folder' : ''
}
