import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

const patience = Number(process.env.TEST_PATIENCE ?? 120)

let running = ''
let missing = 0
parentPort?.on('message', (heard: string) => {
  missing = 0
  if (heard !== 'tick') running = heard
})
// Ticks that are missing are counted, not the time: a machine that sleeps is nobody's fault.
setInterval(() => {
  if (++missing < patience) return
  writeSync(2, `\nEndless: ${running} has kept its process busy for ${patience} seconds.\n`)
  process.kill(process.pid, 'SIGKILL')
}, 1000)
