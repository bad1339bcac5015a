import type { Logger } from 'pino'
import { sweepAccounts } from '../accounts/sweep.ts'
import { sweepBin } from '../bin/bin.ts'
import { minutes } from '../common/clock.ts'
import type { World } from '../common/world.ts'
import { sweepTombstones } from '../feed/tombstones.ts'
import { sweepKeys } from '../writes/keys.ts'

const every = 10 * minutes

/** Periodically removes what can no longer be used. */
export function startSweeping(world: World, log: Logger): { stop(): Promise<void> } {
  let keysSweptTo = ''
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweep()
  }, every)

  async function sweep() {
    try {
      await sweepAccounts(world)
      await sweepBin(world)
      await sweepTombstones(world)
      keysSweptTo = await sweepKeys(world, keysSweptTo)
    } catch (error) {
      log.error({ err: error }, 'sweeping failed')
    }
  }
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
