import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

const patience = Number(process.env.TEST_PATIENCE ?? 120)

let running = ''
let missing = 0
parentPort?.on('message', (heard: string) => {
  missing = 0
  if (heard !== 'tick') running = heard
})
// Counts missed ticks instead of time: a machine that was asleep is not an error.
setInterval(() => {
  if (++missing < patience) return
  writeSync(2, `\nEndless: ${running} has kept its process busy for ${patience} seconds.\n`)
  process.kill(process.pid, 'SIGKILL')
}, 1000)
