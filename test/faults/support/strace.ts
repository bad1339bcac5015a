import { spawnSync } from 'node:child_process'
import { installPackage } from '../../support/machine/apt.ts'

const isInstalled = () => spawnSync('strace', ['-V']).error === undefined
const mayTrace = () => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** Whether strace may attach to a process that it has not started itself. */
function mayAttach(): boolean {
  const attach = 'sleep 60 & strace -o /dev/null -p $! 2>&1 | { read -r answer; kill $!; echo "$answer"; }'
  return spawnSync('sh', ['-c', attach], { encoding: 'utf8' }).stdout.includes(' attached')
}

const capability = 'in a container: add the capability SYS_PTRACE'

/** Installs strace if it is missing and we are root. */
function installStrace(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || isInstalled()) return
  process.stderr.write('Power cuts and failing disks need strace, installing it with apt-get …\n')
  installPackage('strace')
}

/** Why strace cannot be used on this machine, not even after an attempt to install it; `undefined` if it can. */
export function lackOfStrace(): string | undefined {
  installStrace()
  if (!isInstalled()) return 'strace is not installed here'
  return mayTrace() ? undefined : `strace is not allowed here (${capability})`
}

/** Why strace cannot attach to a running process, which many systems allow only to root; `undefined` if it can. */
export function lackOfAttaching(): string | undefined {
  const refused = `strace is not allowed to attach to a process here (only root may, or ${capability})`
  return lackOfStrace() ?? (mayAttach() ? undefined : refused)
}

/** Throws if strace cannot be used. */
export function insistOnStrace(purpose: string, lackOf = lackOfStrace): void {
  const lack = lackOf()
  if (lack) throw new Error(`${purpose} takes strace: ${lack}.`)
}
