import { spawnSync } from 'node:child_process'

/** Installs the first of these packages that apt knows. Returns false if that failed or there is no apt-get. */
export function installPackage(...names: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...options: string[]) => spawnSync('apt-get', options, { env }).status === 0
  return (
    apt('update') &&
    names.some((name) =>
      apt('install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', name),
    )
  )
}
