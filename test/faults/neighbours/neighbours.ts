import { cleanUp } from '../../support/processes/process.ts'
import type { Scenario } from '../scenario.ts'
import { openPlace } from '../support/places.ts'
import { killPostgres } from './killed-postgres.ts'
import { troubleMail } from './troubled-mail.ts'

/** The services that Inboard depends on fail and come back. */
export const neighbours: Scenario = {
  name: 'neighbours',
  title: 'PostgreSQL killed, mail server in trouble',
  engines: ['sqlite', 'postgres'],
  async run(trial) {
    const place = await openPlace(trial.engine)
    try {
      // Mail works the same on both databases, so a glance at PostgreSQL tests only what SQLite doesn't have.
      if (trial.engine === 'postgres' && trial.size === 'glance') return await killPostgres(trial, place)
      const mail = await troubleMail(trial, place)
      if (trial.engine === 'sqlite') return mail
      const killed = await killPostgres(trial, place)
      return {
        tries: mail.tries + killed.tries,
        wrong: [...mail.wrong, ...killed.wrong],
        recovery: Math.max(mail.recovery ?? 0, killed.recovery ?? 0),
        measured: `${killed.tries} kills of PostgreSQL, back after ${Math.round(killed.recovery ?? 0)} ms; ${mail.measured}`,
      }
    } finally {
      cleanUp()
      await place.close()
    }
  },
}
