import { existsSync, readFileSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Environment, type Settings, secrets } from './config.ts'
import { envFile } from './env-file.ts'
import { storedSecretOf } from './stored-secret.ts'

/** A file that others than its owner can read or replace. */
export interface Exposed {
  says: string
  todo: string
}

/** Files with secrets or data that other users of this machine can get at. */
export function exposedFiles(environment: Environment, { database, mail }: Settings): Exposed[] {
  // A pod has no other users, and its volumes have modes of their own.
  if (environment.KUBERNETES_SERVICE_HOST) return []
  const data =
    database.engine === 'sqlite' ? [database.file, `${database.file}-wal`, `${database.file}-shm`] : []
  const ours = [...data, storedSecretOf(database), ...('file' in mail ? [mail.file] : [])]
  const theirs = [...(hasSecrets() ? [resolve(envFile)] : []), ...secretFiles(environment)]
  const user = userOf(database)
  return [
    // A group is the operator's choice for files of theirs. Inboard makes its own for their owner alone.
    ...theirs.flatMap((file) => exposed(file, 0o007, user)),
    ...ours.flatMap((file) => exposed(file, 0o077, user)),
    ...data.slice(0, 1).flatMap((file) => replaceable(dirname(file))),
  ]
}

/** Of a file that exists: whether its mode grants any of these rights to others, or it belongs to one of them. */
export function exposed(file: string, rights: number, user: number | undefined): Exposed[] {
  const found = statOf(file)
  if (!found || !keepsModes(file)) return []
  if ((found.mode & rights) !== 0) {
    const canWrite = (found.mode & rights & 0o022) !== 0
    return [
      {
        says: `other users of this machine can ${canWrite ? 'change' : 'read'} ${file}`,
        todo: `Run: chmod ${rights === 0o077 ? '600' : 'o-rwx'} ${file}`,
      },
    ]
  }
  if (user === undefined || [0, user].includes(found.uid)) return []
  return [
    {
      says: `${file} belongs to another user of this machine (${found.uid}), who can read and change it`,
      todo: `Run: chown ${user} ${file}`,
    },
  ]
}

function replaceable(folder: string): Exposed[] {
  const found = statOf(folder)
  const isOpen = found && (found.mode & 0o1002) === 0o002 && keepsModes(folder)
  return isOpen
    ? [
        {
          says: `other users of this machine can replace the files in ${folder}`,
          todo: `Run: chmod o-w ${folder}`,
        },
      ]
    : []
}

/** The id of the user that the server runs as. Root, who can run commands for that user, goes by the database. */
export function userOf(database: Settings['database']): number | undefined {
  const own = process.geteuid?.()
  return own === 0 && database.engine === 'sqlite' ? (statOf(database.file)?.uid ?? own) : own
}

/** What a container is given as secrets is everybody's who is in it: nobody else. */
const forContainer = /^(?:\/var)?\/run\/secrets\//

const secretFiles = (environment: Environment) =>
  secrets
    .flatMap((name) => environment[`${name}_FILE`]?.trim() || [])
    .filter((file) => !forContainer.test(file))

function hasSecrets(): boolean {
  try {
    const values = parseEnv(readFileSync(envFile, 'utf8'))
    return secrets.some((name) => values[name] && !/^sqlite:/.test(values[name]))
  } catch {
    return false
  }
}

const statOf = (file: string): Stats | undefined => {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

// From the Linux sources, `statfs(2)`: FAT, exFAT, NTFS (twice), CIFS, SMB2, 9P (drives of Windows), VirtualBox.
const withoutModes = new Set([
  0x4d44, 0x2011bab0, 0x5346544e, 0x7366746e, 0xff534d42, 0xfe534d42, 0x01021997, 0x786f4256,
])

/** False where every file has the same mode, whatever it was given. */
const keepsModes = (path: string) =>
  process.platform !== 'win32' && existsSync(path) && !withoutModes.has(statfsSync(path).type)
