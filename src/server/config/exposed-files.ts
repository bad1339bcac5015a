import { readFileSync, type Stats, statSync } from 'node:fs'
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
    ...data.slice(0, 1).flatMap((file) => replaceable(file)),
  ].map((sentences) => `Not private: ${sentences}`)
}

/** Of a file that exists: whether its mode grants any of these rights to others, or it belongs to one of them. */
function exposed(file: string, rights: number, user: number | undefined): string[] {
  const found = statOf(file)
  if (!found || !hasMode(found)) return []
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

/** Of a database that exists: whether its folder lets others put another file in its place. */
function replaceable(file: string): string[] {
  const [found, folder] = [statOf(file), dirname(file)]
  const isOpen = found && hasMode(found) && ((statOf(folder)?.mode ?? 0) & 0o1002) === 0o002
  return isOpen
    ? [`other users of this machine can replace the files in ${folder}. Run: chmod o-w ${folder}`]
    : []
}

/**
 * Disks of Windows, network shares and the like give every file the same mode, and let everybody execute it. Nobody
 * gives such a mode to these files.
 */
const hasMode = ({ mode }: Stats) => process.platform !== 'win32' && (mode & 0o111) === 0

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
