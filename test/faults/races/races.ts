import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { cleanUp, newFolder, run } from '../../support/processes/process.ts'
import type { Answer } from '../../support/service/inboard.ts'
import { type Outcome, ofSize, type Scenario, type Trial } from '../scenario.ts'
import { Complaints } from '../support/complaints.ts'
import { KeptConnections } from '../support/kept-connections.ts'
import { openPlace, type Place } from '../support/places.ts'
import { MailLog } from './mail-log.ts'

const racers = 16
const people = { glance: 4, quick: 24, whole: 10_000 }
/**
 * In milliseconds: in a whole run longer than a lease on a message lasts, so that a second delivery would
 * have happened.
 */
const wait = { quick: 500, whole: 10_000 }
const lanes = 4
const site = { origin: 'http://localhost:3000', rpId: 'localhost' }

type Ask = (instance: KeptConnections, racer: number) => Promise<Answer>

export const races: Scenario = {
  name: 'races',
  title: `${racers} at once: link requests, openings, passkey ceremonies`,
  engines: ['sqlite', 'postgres'],
  async run(trial) {
    const place = await openPlace(trial.engine)
    try {
      return await raceAgainAndAgain(trial, place)
    } finally {
      cleanUp()
      await place.close()
    }
  },
}

async function raceAgainAndAgain(trial: Trial, place: Place): Promise<Outcome> {
  const { engine, say } = trial
  const folder = newFolder()
  const environment = { ...(await place.environment(folder)), APP_URL: site.origin, AUTH_RATE_LIMIT: '0' }
  // Two instances, because only separate processes run at exactly the same time.
  const count = engine === 'postgres' ? 2 : 1
  const instances = await Promise.all(Array.from({ length: count }, () => run({ folder, environment })))
  const connections = instances.map(({ url }) => new KeptConnections(url))
  const course = new Course(connections, new MailLog(join(folder, 'mail.log')))
  const total = ofSize(trial, people)

  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let number = lane; number < total; number += lanes) {
        await course.runAll(`racer-${number}@example.com`)
        if ((number + 1) % 500 === 0) say(`${number + 1} of ${total} people`)
      }
    }),
  )
  await pause(ofSize(trial, wait))
  course.countMails()
  const { races: tries, complaints } = course
  return {
    tries,
    wrong: complaints.sentences,
    measured: `${(tries * racers).toLocaleString('en')} requests`,
  }
}

/** All races for one person. In each, exactly one request may succeed. */
class Course {
  races = 0
  readonly complaints = new Complaints()
  readonly #instances: KeptConnections[]
  readonly #mailLog: MailLog
  readonly #addresses: string[] = []

  constructor(instances: KeptConnections[], mailLog: MailLog) {
    this.#instances = instances
    this.#mailLog = mailLog
  }

  async runAll(email: string): Promise<void> {
    const session = await this.#signIn(email)
    if (!session) return
    const passkey = await this.#register(email, session.token)
    if (passkey) await this.#usePasskey(email, passkey)
    await this.#changeAddress(session.token, `new-${email}`)
  }

  /** Needs a new address each time: with one that was used before, all requests would be throttled. */
  async #signIn(email: string): Promise<{ token: string } | undefined> {
    await this.#race(`link requests for ${email}`, '202', '429 throttled', (instance) =>
      instance.request('POST', '/api/auth/magic-link', { body: { email } }),
    )
    return await this.#openLink(email)
  }

  async #openLink(email: string): Promise<{ token: string } | undefined> {
    this.#addresses.push(email)
    const token = await this.#mailLog.tokenFor(email)
    const winner = await this.#race(`openings of the link to ${email}`, '200', '400 token_used', (instance) =>
      instance.request('POST', '/api/auth/verify-email', { body: { token } }),
    )
    return winner?.answer.body
  }

  async #register(email: string, token: string): Promise<VirtualPasskey | undefined> {
    const options = await this.#instance(0).client(token).startPasskeyRegistration()
    const passkeys = Array.from({ length: racers }, () => new VirtualPasskey(site))
    const winner = await this.#race(
      `registrations with one challenge by ${email}`,
      '201',
      '400 challenge_invalid',
      (instance, racer) => {
        const body = { label: 'Key', credential: passkeys[racer]?.attest(options) }
        return instance.request('POST', '/api/passkeys', { token, body })
      },
    )
    return winner && passkeys[winner.racer]
  }

  async #usePasskey(email: string, passkey: VirtualPasskey): Promise<void> {
    const body = passkey.assert(await this.#instance(0).client().startPasskeySignIn())
    await this.#race(`sign-ins with one challenge by ${email}`, '200', '400 challenge_invalid', (instance) =>
      instance.request('POST', '/api/auth/passkey/verify', { body }),
    )
  }

  async #changeAddress(token: string, email: string): Promise<void> {
    await this.#race(`changes of address to ${email}`, '202', '429 throttled', (instance) =>
      instance.request('POST', '/api/email/change', { token, body: { email } }),
    )
    await this.#openLink(email)
  }

  async #race(what: string, success: string, refusal: string, ask: Ask) {
    this.races++
    const asked = Array.from({ length: racers }, (_, racer) => ask(this.#instance(racer), racer))
    const answers = await Promise.all(asked)
    const outcomes = answers.map(outcome)
    const winners = outcomes.filter((one) => one === success).length
    const strays = outcomes.filter((one) => one !== success && one !== refusal)
    if (winners !== 1) this.complaints.add(`${winners} of ${racers} ${what} succeeded.`)
    if (strays.length > 0)
      this.complaints.add(`Of ${racers} ${what}, some were answered ${[...new Set(strays)].join(', ')}.`)
    const racer = outcomes.indexOf(success)
    const answer = answers[racer]
    return answer && { racer, answer }
  }

  countMails(): void {
    for (const address of this.#addresses) {
      const { length } = this.#mailLog.to(address)
      if (length !== 1) this.complaints.add(`${address} got ${length} mails.`)
    }
  }

  #instance = (number: number) => this.#instances[number % this.#instances.length] as KeptConnections
}
