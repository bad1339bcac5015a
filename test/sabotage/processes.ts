import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'

/** The tests start servers in process groups of their own. All of them inherit this, so that none is left behind. */
const mark = 'INBOARD_SABOTAGE'
const ours = randomUUID()

const patience = 5_000

let running: ChildProcess | undefined

/** Runs a Node program, and ends all processes that it leaves. `code` is undefined if it had to be killed. */
export async function run(
  words: string[],
  { folder, log, milliseconds }: { folder: string; log: string; milliseconds: number },
): Promise<{ code: number | undefined; seconds: number }> {
  const start = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { ...process.env, [mark]: ours },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running = child
  const output = createWriteStream(log)
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const timer = setTimeout(() => resolve(undefined), milliseconds)
  // Its leftover processes may keep its output open, so this does not wait for that.
  child.on('exit', (code) => resolve(code ?? 1))
  const code = await promise
  clearTimeout(timer)
  endAll()
  output.end()
  return { code, seconds: (performance.now() - start) / 1000 }
}

/** Ends the process group that is running, and all processes that have come from it. */
export function endAll(): void {
  if (running?.pid) end(-running.pid)
  running = undefined
  // Those that end may have started another one meanwhile. One that hangs in the kernel cannot be ended.
  const giveUp = performance.now() + patience
  let found = leftovers()
  while (found.length > 0 && performance.now() < giveUp) {
    for (const pid of found) end(pid)
    found = leftovers()
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** On Linux the environment of a process can be read. Elsewhere, only the process group is killed. */
function leftovers(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(isOurs)
  } catch {
    return []
  }
}

function isOurs(pid: number): boolean {
  if (!pid || pid === process.pid) return false
  try {
    // One that has ended and was not waited for yet has an empty environment.
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${mark}=${ours}`)
  } catch {
    return false
  }
}
