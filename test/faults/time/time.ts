import { cleanUp, newFolder, run } from '../../support/processes/process.ts'
import { ofSize, type Scenario } from '../scenario.ts'
import { openPlace } from '../support/places.ts'
import { ClockVisit, lifetimes } from './clock-visit.ts'
import { SettableClock } from './settable-clock.ts'

const hour = 3_600_000
const rounds = { quick: 1, whole: 25 }
const shifts = {
  'an hour forward': hour,
  'an hour back': -hour,
  'a day forward': 24 * hour,
  'a day back': -24 * hour,
}
/** One in this many jumps is tried; at a glance, an hour forward and a day back. */
const steps = { glance: 3, quick: 1, whole: 1 }

/** After the clock has been set, nothing may be valid for longer than it should, and nobody may be locked out. */
export const time: Scenario = {
  name: 'time',
  title: 'Clock set by an hour and by a day, forward and back',
  engines: ['sqlite', 'postgres'],
  async run(trial) {
    const { engine, say } = trial
    const place = await openPlace(engine)
    try {
      const folder = newFolder()
      const clock = new SettableClock(folder)
      const environment = {
        ...(await place.environment(folder)),
        ...clock.environment,
        SESSION_TTL: String(lifetimes.session / 1_000),
      }
      const visit = new ClockVisit(await run({ folder, environment, command: clock.command }), clock)
      for (let round = 1; round <= ofSize(trial, rounds); round++) {
        for (const [index, [how, shift]] of Object.entries(shifts).entries())
          if (index % ofSize(trial, steps) === 0) await visit.setAndPutBack(how, shift)
        await visit.outliveEverything()
        say(`round ${round}: ${visit.tries} tries`)
      }
      return { tries: visit.tries, wrong: visit.wrong }
    } finally {
      cleanUp()
      await place.close()
    }
  },
}
