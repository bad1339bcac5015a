import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { installPackage } from '../../support/machine/apt.ts'

/** Debian's packages, and a program of each. */
const packages = {
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  // Patroni needs this to talk to etcd.
  'python3-etcd': undefined,
}

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** The folder of PostgreSQL's programs, the newest. */
const newestPrograms = () =>
  globSync('/usr/lib/postgresql/*/bin')
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1)

/** Installs missing packages, as root. Resolves to the path of PostgreSQL, or to the reason why that failed. */
export function installFailover(): { programs: string } | { lack: string } {
  const lacking = () => Object.values(packages).filter((program) => program && !isThere(program))
  if (lacking().length > 0 || !newestPrograms()) {
    if (process.getuid?.() === 0)
      for (const name of [...Object.keys(packages), 'postgresql']) installPackage(name)
  }
  const programs = newestPrograms()
  if (lacking().length > 0 || !programs)
    return { lack: `it takes Debian's packages ${Object.keys(packages).join(', ')} and postgresql.` }
  if (process.getuid?.() !== 0)
    return { lack: 'it takes root, to run PostgreSQL as the user of its package.' }
  return { programs }
}
