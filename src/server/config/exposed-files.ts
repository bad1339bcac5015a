import { existsSync, readFileSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { type Environment, type Settings, secrets } from './config.ts'
import { envFile } from './environment.ts'
import { storedSecretOf } from './stored-secret.ts'

/** Warnings about files with secrets or data that other users of this machine can get at. */
export function exposedFiles(environment: Environment, { database, mail }: Settings): string[] {
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
  ].map((sentences) => `Not private: ${sentences}`)
}

/** Of a file that exists: whether its mode grants any of these rights to others, or it belongs to one of them. */
function exposed(file: string, rights: number, user: number | undefined): string[] {
  const found = statOf(file)
  if (!found || !keepsModes(file)) return []
  const granted = found.mode & rights
  if (granted !== 0)
    return [
      `other users of this machine can ${granted & 0o022 ? 'change' : 'read'} ${file}. Run: chmod ${rights === 0o077 ? '600' : 'o-rwx'} ${file}`,
    ]
  if (user === undefined || [0, user].includes(found.uid)) return []
  return [
    `${file} belongs to another user of this machine (${found.uid}), who can read and change it. Run: chown ${user} ${file}`,
  ]
}

function replaceable(folder: string): string[] {
  const found = statOf(folder)
  const isOpen = found && (found.mode & 0o1002) === 0o002 && keepsModes(folder)
  return isOpen
    ? [`other users of this machine can replace the files in ${folder}. Run: chmod o-w ${folder}`]
    : []
}

/** The id of the user that the server runs as. Root, who can run commands for that user, goes by the database. */
function userOf(database: Settings['database']): number | undefined {
  const own = process.geteuid?.()
  return own === 0 && database.engine === 'sqlite' ? (statOf(database.file)?.uid ?? own) : own
}

/** Secrets that a container is given can be read by everybody in it, which is nobody else. */
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
