import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { insistOnStrace } from '../support/strace.ts'

/** A system call of the server: a change to one of its files, a flush, or an answer to a request. */
export type Call =
  | { kind: 'make'; file: string }
  | { kind: 'write'; file: string; at: number | undefined; bytes: Uint8Array }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'flush'; file: string }
  | { kind: 'link' | 'rename'; file: string; as: string }
  | { kind: 'unlink'; file: string }
  | { kind: 'answer'; requestIds: string[] }

const writing = ['write', 'writev', 'pwrite64', 'sendmsg', 'sendto']
const flushing = ['fsync', 'fdatasync']
const naming = ['link', 'linkat', 'rename', 'renameat', 'renameat2', 'unlink', 'unlinkat']
// With the question mark, strace ignores calls that do not exist on this architecture.
const traced = ['openat', 'ftruncate', ...writing, ...flushing, ...naming].map((name) => `?${name}`)

/** The command line that runs a command under strace and logs its calls. With -D, the process is still our child. */
export function recording(log: string, command: string[]): string[] {
  insistOnStrace('To record what a power cut would lose')
  const options = ['-D', '-f', '-y', '-xx', '-s', '200000', '--seccomp-bpf', '-e', 'signal=none']
  return ['strace', ...options, '-e', `trace=${traced.join()}`, '-o', log, '--', ...command]
}

/** The calls that concern files in one folder, and all answers, in order. */
export async function readCalls(log: string, folder: string): Promise<Call[]> {
  const calls: Call[] = []
  const interrupted = new Map<string, string>()
  for await (const line of createInterface({ input: createReadStream(log, 'latin1') })) {
    const [, thread = '', said = ''] = /^(\d+) +(.*)$/s.exec(line) ?? []
    if (said.endsWith(' <unfinished ...>')) {
      interrupted.set(thread, said.slice(0, -' <unfinished ...>'.length))
      continue
    }
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/s.exec(said) ?? []
    const call = toCall(rest === undefined ? said : interrupted.get(thread) + rest, folder)
    if (call) calls.push(call)
  }
  return calls
}

function toCall(said: string, folder: string): Call | undefined {
  const [, name = ''] = /^(\w+)\(/.exec(said) ?? []
  // A call that failed has changed nothing.
  if (!name || / = -1 /.test(said.slice(-100))) return undefined
  const [, descriptor = ''] = /^\w+\(\d+<((?:\\x[0-9a-f]{2})*)>/.exec(said) ?? []
  const file = unescaped(descriptor).toString()
  if (file.startsWith('socket:') || file.startsWith('TCP')) return answer(said)
  if (name === 'openat' || naming.includes(name)) return byName(name, said, folder)
  if (file !== folder && dirname(file) !== folder) return undefined
  if (flushing.includes(name)) return { kind: 'flush', file }
  if (name === 'ftruncate') return { kind: 'truncate', file, size: Number(/, (\d+)\)/.exec(said)?.[1]) }
  const at = name === 'pwrite64' ? Number(/, (\d+)\) += \d+$/.exec(said)?.[1]) : undefined
  return { kind: 'write', file, at, bytes: quoted(said)[0] ?? Buffer.alloc(0) }
}

function byName(name: string, said: string, folder: string): Call | undefined {
  const [file = '', as = ''] = quoted(said).map(String)
  if (dirname(file) !== folder) return undefined
  if (name === 'openat') return said.includes('O_CREAT') ? { kind: 'make', file } : undefined
  if (name.startsWith('unlink')) return { kind: 'unlink', file }
  return { kind: name.startsWith('link') ? 'link' : 'rename', file, as }
}

function answer(said: string): Call | undefined {
  const text = Buffer.concat(quoted(said)).toString('latin1')
  const requestIds = [...text.matchAll(/\r\nx-request-id: (\S+)/gi)].map(([, id = '']) => id)
  return requestIds.length > 0 ? { kind: 'answer', requestIds } : undefined
}

/** The string arguments of a call. With -xx every byte in them is escaped, so a quotation mark always ends one. */
const quoted = (said: string) =>
  said
    .split('"')
    .filter((_, index) => index % 2 === 1)
    .map(unescaped)

const unescaped = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
