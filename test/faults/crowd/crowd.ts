import { cleanUp } from '../../support/processes/process.ts'
import type { Outcome, Scenario, Trial } from '../scenario.ts'
import { openPlace, type Place } from '../support/places.ts'
import { endUnderLoad } from './ended-under-load.ts'
import { killMigration } from './killed-migration.ts'
import { meetCrowd } from './large-crowd.ts'

/** Too many connections, a shutdown under load, and a first start that is killed during its migration. */
export const crowd: Scenario = {
  name: 'crowd',
  title: 'Crowd, SIGTERM under load, killed migration',
  engines: ['sqlite', 'postgres'],
  async run(trial) {
    const place = await openPlace(trial.engine)
    try {
      const parts = [meetCrowd, endUnderLoad, killMigration] as const
      const [many, ended, killed] = await (trial.size === 'whole' ? inTurn : together)(parts, trial, place)
      return {
        tries: many.tries + ended.tries + killed.tries,
        wrong: [...many.wrong, ...ended.wrong, ...killed.wrong],
        ...(ended.recovery && { recovery: ended.recovery }),
        measured: `${many.measured}; ${ended.tries} × SIGTERM; migration killed ${killed.tries} ×`,
      }
    } finally {
      cleanUp()
      await place.close()
    }
  },
}

type Part = (trial: Trial, place: Place) => Promise<Outcome>
type Parts = readonly [Part, Part, Part]
type Outcomes = [Outcome, Outcome, Outcome]

/** For a shorter run, in which no times are judged and the parts spend most of their time waiting. */
const together = ([one, two, three]: Parts, trial: Trial, place: Place): Promise<Outcomes> =>
  Promise.all([one(trial, place), two(trial, place), three(trial, place)])

async function inTurn([one, two, three]: Parts, trial: Trial, place: Place): Promise<Outcomes> {
  return [await one(trial, place), await two(trial, place), await three(trial, place)]
}
