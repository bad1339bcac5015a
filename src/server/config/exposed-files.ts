import { readFileSync, statfsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
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
  return [
    // A group is the operator's choice for files of theirs. Inboard makes its own for their owner alone.
    ...theirs.flatMap((file) => exposed(file, 0o007, 'o-rwx')),
    ...ours.flatMap((file) => exposed(file, 0o077, '600')),
  ]
}

// From the Linux sources, `statfs(2)`: FAT, exFAT, NTFS (twice), CIFS, SMB2, 9P (drives of Windows), VirtualBox. Every file
// there has the same mode, whatever it was given.
const withoutModes = new Set([
  0x4d44, 0x2011bab0, 0x5346544e, 0x7366746e, 0xff534d42, 0xfe534d42, 0x01021997, 0x786f4256,
])

/** Whether the mode of a file, if it exists, grants any of these rights to others. */
function exposed(file: string, rights: number, mode: string): string[] {
  const granted = modeOf(file) & rights
  if (granted === 0 || process.platform === 'win32' || withoutModes.has(statfsSync(file).type)) return []
  const deed = granted & 0o022 ? 'change' : 'read'
  return [`Not private: other users of this machine can ${deed} ${file}. Run: chmod ${mode} ${file}`]
}

/** Everyone in a container can read its secrets, and nobody outside. */
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

function modeOf(file: string): number {
  try {
    return statSync(file).mode
  } catch {
    return 0
  }
}
