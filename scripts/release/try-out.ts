// Starts an executable as a person would who has just downloaded it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const patience = 60_000

/** Throws unless it says its version, serves the app, and stops when it is told to. */
export async function tryOut(file: string, version: string): Promise<void> {
  const said = spawnSync(file, ['--version'], { encoding: 'utf8' })
  if (said.stdout?.trim() !== version) throw new Error(`${file} --version: ${said.error ?? said.stderr}`)
  const folder = mkdtempSync(join(tmpdir(), 'inboard-try-out-'))
  const port = await freePort()
  const child = spawn(file, [], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), MAIL_TRANSPORT: 'log' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  try {
    const page = await answerOf(`http://127.0.0.1:${port}/`, child)
    if (!page.includes('<title>Inboard</title>')) throw new Error('It serves no app.')
    child.kill('SIGTERM')
    const code = await ended
    // Windows has no signals: it just ends.
    if (code !== 0 && process.platform !== 'win32') throw new Error(`It stopped with ${code}.`)
  } catch (error) {
    throw new Error(`${file} does not work: ${error}\n${output}`)
  } finally {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function answerOf(url: string, child: ChildProcess): Promise<string> {
  const until = Date.now() + patience
  while (child.exitCode === null && Date.now() < until) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return await answer.text()
    await pause(100)
  }
  throw new Error('It does not answer.')
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
