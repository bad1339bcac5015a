import { CommandError, reasonOf } from '../common/command-error.ts'
import { ConfigError } from '../config/config.ts'
import { DatabaseUnavailable, isDiskFull } from '../db/database.ts'
import { WrongVersion } from '../db/migrate.ts'
import { NotBuilt } from '../http/pages.ts'

/** Why the server did not start, or another command failed, in a sentence for a person. */
export function explainStartError(error: unknown, command?: string): string {
  if (error instanceof ConfigError) {
    return `Inboard cannot start with this configuration:\n\n${error.complaints.map((one) => `  - ${one}`).join('\n')}\n`
  }
  if (error instanceof CommandError || error instanceof WrongVersion || error instanceof NotBuilt)
    return `${error.message}\n`
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
    (!command && (syscall === 'mkdir' || syscall === 'open')) ||
    'severity' in (error as object)
  )
    return noDatabase(error)
  return command ? `"inboard ${command}" failed: ${message}\n` : `Inboard could not start: ${stack}\n`
}

function noDatabase(error: unknown): string {
  if (isDiskFull(error)) return 'The disk of the database is full. Free some space, then try again.\n'
  const reason = reasonOf(error)
  return `The database could not be opened: ${reason}. ${adviceOn(reason)}\n`
}

/** Says what to do about a database that could not be opened or read. */
export function adviceOn(reason: string): string {
  if (/malformed|not a database$/.test(reason))
    return 'This file is damaged, or not the one that DATABASE_URL should name. Stop the server, then restore a backup: inboard restore FILE'
  if (/database is locked/.test(reason))
    return 'Another program has locked this file. Stop that program, or try again later.'
  if (/^EACCES|^EPERM/.test(reason))
    return 'Run Inboard as the user who owns this file or folder, or change its owner with chown.'
  const [, schema] = /permission denied for schema (\w+)/.exec(reason) ?? []
  if (schema) return mayCreate(schema)
  if (reason.includes('startup parameter'))
    return 'Check DATABASE_URL. Behind a pooler, add "?prepare=off" to it.'
  // SQLite writes files beside the database even to read it.
  const isClosed = reason.endsWith('unable to open database file')
  return `Check DATABASE_URL${isClosed ? ', and that this user can write in its folder' : ''}.`
}

export const mayCreate = (schema: string, role = 'ROLE') =>
  `Let its role create tables, as the owner of the database: grant usage, create on schema ${schema} to ${role}`
