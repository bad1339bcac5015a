import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Loaded before the server by `node --import`: shifts `Date` by the offset in a file, whenever that changes.
 * Timers and other monotonic clocks are not affected, just as when a system's clock is set.
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
