import type { Caller } from '../../common/caller.ts'
import { fail } from '../../common/problems.ts'
import type { Gate } from './gate.ts'

interface Flight {
  caller: Caller
  isEnded: boolean
  end(): void
}

/**
 * For calls that may take long. One whose caller loses access meanwhile ends at once, like a stream does: here
 * when this instance ends the access, and elsewhere as soon as the instance hears of it. `work` is told, so that
 * it can be stopped.
 */
export function createInFlight({ hasAccess, onEnded }: Pick<Gate, 'hasAccess' | 'onEnded'>) {
  const ofOwners = new Map<string, Set<Flight>>()

  onEnded((ownerId) => {
    for (const flight of ofOwners.get(ownerId) ?? []) void endUnlessStillIn(flight)
  })

  async function endUnlessStillIn(flight: Flight): Promise<void> {
    // If that can't be checked now, the client may call again.
    if (!(await hasAccess(flight.caller).catch(() => false))) flight.end()
  }

  return <Result>(caller: Caller, work: (isEnded: () => boolean) => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const flight: Flight = {
        caller,
        isEnded: false,
        end() {
          this.isEnded = true
          reject(fail('unauthenticated'))
        },
      }
      const own = ofOwners.get(caller.ownerId) ?? new Set()
      ofOwners.set(caller.ownerId, own.add(flight))
      const land = () => {
        own.delete(flight)
        if (own.size === 0) ofOwners.delete(caller.ownerId)
      }
      work(() => flight.isEnded)
        .then(resolve, reject)
        .finally(land)
    })
}
