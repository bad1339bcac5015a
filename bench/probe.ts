/** Loaded into each server by `--import`. Reports the resources used so far when asked. */
export interface Usage {
  /** User and system time of all its threads, in microseconds. */
  cpu: number
  /** Resident memory, in bytes. */
  memory: number
}

process.on('message', (question) => {
  if (question !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() } satisfies Usage)
})
process.on('disconnect', () => process.exit())
// Must not keep the server from exiting.
process.channel?.unref()
