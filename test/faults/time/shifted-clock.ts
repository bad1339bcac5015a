import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Loaded before the server by `node --import`: its dates are as far from the machine's as a file says, from one moment to
 * the next. Whatever measures a time that passes, timers among them, is left alone, as it is when a clock is set.
 */
const file = process.env.CLOCK_OFFSET_FILE ?? ''
const realNow = Date.now
let offset = 0

globalThis.Date = new Proxy(Date, {
  construct: (real, given, target) =>
    Reflect.construct(real, given.length > 0 ? given : [realNow() + offset], target),
})
Date.now = () => realNow() + offset

setInterval(() => {
  const wanted = Number(readFileSync(file, 'utf8'))
  if (wanted === offset) return
  offset = wanted
  writeFileSync(`${file}.set`, String(offset))
}, 10).unref()
