import { join } from 'node:path'
import { ProblemError } from '../../../src/client/client.ts'
import { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { codeOfRefusal, eventually, tokenIn } from '../../support/service/inboard.ts'
import { MailLog } from '../races/mail-log.ts'
import type { SettableClock } from './settable-clock.ts'

const [second, minute] = [1_000, 60_000]
/** How long each lasts, given a SESSION_TTL of half an hour. */
export const lifetimes = { challenge: 5 * minute, link: 15 * minute, session: 30 * minute }
const refusals = { session: 'unauthenticated', challenge: 'challenge_invalid', link: 'token_expired' }

interface Person {
  email: string
  passkey: VirtualPasskey
}

/** A session, a challenge and a link: everything that expires. */
interface Held extends Record<keyof typeof lifetimes, string> {
  owner: Person
}

export class ClockVisit {
  tries = 0
  readonly wrong: string[] = []
  readonly #server: ServerProcess
  readonly #clock: SettableClock
  readonly #mails: MailLog
  #addresses = 0
  /** A description of how the clock is set, for messages. */
  #when = ''

  constructor(server: ServerProcess, clock: SettableClock) {
    this.#server = server
    this.#clock = clock
    this.#mails = new MailLog(join(server.folder, 'mail.log'))
  }

  async setAndPutBack(how: string, shift: number): Promise<void> {
    const owner = await this.#newPerson()
    const early = await this.#hold(owner)
    await this.#set(shift, `With the clock ${how}`)
    if (shift > 0) await this.#expectDead(early)
    await this.#getIn(owner)
    const late = await this.#hold(owner)

    await this.#set(0, `With the clock put right that was ${how}`)
    await this.#getIn(owner)
    // By the right time, the early ones are still valid. The late ones have expired if the clock had been set back.
    await this.#expectAlive(early)
    if (shift > 0) await this.#expectAlive(late)
    else await this.#expectDead(late)
    await this.#set(0, '')
  }

  async outliveEverything(): Promise<void> {
    const kinds = Object.keys(lifetimes) as (keyof typeof lifetimes)[]
    for (const kind of kinds) {
      const owner = await this.#newPerson()
      const [one, other] = [await this.#hold(owner), await this.#hold(owner)]
      await this.#set(lifetimes[kind] - 30 * second, 'Half a minute before its end')
      await this.#expect(kind, one, 'accepted')
      await this.#set(lifetimes[kind] + second, 'A second after its end')
      await this.#expect(kind, other, refusals[kind])
      await this.#set(0, '')
    }
  }

  async #newPerson(): Promise<Person> {
    const email = `person-${++this.#addresses}@example.com`
    const client = this.#server.client(await this.#signInByLink(email))
    const passkey = new VirtualPasskey({ origin: `http://localhost:${this.#server.port}`, rpId: 'localhost' })
    const credential = passkey.attest(await client.startPasskeyRegistration())
    await client.addPasskey({ label: 'Key ring', credential })
    return { email, passkey }
  }

  async #hold(owner: Person): Promise<Held> {
    const { challenge } = await this.#server.client().startPasskeySignIn()
    // For another address, because an address gets only one link a minute.
    const link = await this.#link(`link-${++this.#addresses}@example.com`)
    return { owner, challenge, link, session: await this.#signInByPasskey(owner) }
  }

  async #expectAlive(held: Held): Promise<void> {
    for (const kind of ['session', 'challenge', 'link'] as const) await this.#expect(kind, held, 'accepted')
  }

  async #expectDead(held: Held): Promise<void> {
    for (const kind of ['session', 'challenge', 'link'] as const)
      await this.#expect(kind, held, refusals[kind])
  }

  async #expect(kind: keyof typeof lifetimes, held: Held, expected: string): Promise<void> {
    this.tries++
    const client = this.#server.client(held.session)
    const use = {
      session: () => client.readMe(),
      challenge: () => client.finishPasskeySignIn(held.owner.passkey.assert(held)),
      link: () => client.openLink({ token: held.link }),
    }
    const got = await codeOfRefusal(use[kind]())
    if (got !== expected) this.wrong.push(`${this.#when}, a ${kind} is ${got}; it should be ${expected}.`)
  }

  /** Signs in by link and by passkey, and adds a card each time. */
  async #getIn(person: Person): Promise<void> {
    for (const signIn of [() => this.#signInByLink(person.email), () => this.#signInByPasskey(person)]) {
      this.tries++
      try {
        await this.#server.client(await signIn()).addInboxCard({ text: 'I am in' })
      } catch (error) {
        this.wrong.push(`${this.#when}, ${person.email} is locked out: ${(error as Error).message}`)
      }
    }
  }

  async #signInByLink(email: string): Promise<string> {
    const token = await this.#link(email)
    return (await this.#server.client().openLink({ token })).token
  }

  async #signInByPasskey({ passkey }: Person): Promise<string> {
    const client = this.#server.client()
    return (await client.finishPasskeySignIn(passkey.assert(await client.startPasskeySignIn()))).token
  }

  async #link(email: string): Promise<string> {
    const before = this.#mails.to(email).length
    try {
      await this.#server.client().requestLink({ email })
    } catch (error) {
      // Being throttled is fine, as long as it ends after a minute by the server's clock.
      if (!(error instanceof ProblemError) || error.code !== 'throttled') throw error
      await this.#clock.advance(minute)
      await this.#server.client().requestLink({ email })
    }
    const mail = await eventually(() => this.#mails.to(email)[before], `a link for ${email}`)
    return tokenIn(mail.text)
  }

  async #set(offset: number, when: string): Promise<void> {
    this.#when = when
    await this.#clock.set(offset)
  }
}
