import { setTimeout as pause } from 'node:timers/promises'
import { newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually, tokenIn } from '../../support/service/inboard.ts'
import { TestSmtp, type Treatment } from '../../support/service/smtp.ts'
import { type Outcome, ofSize, type Trial } from '../scenario.ts'
import type { Place } from '../support/places.ts'
import { type Answered, answeredDuring, compared, isMuchSlower } from '../support/steady-load.ts'

/** The faults of the mail server. Of several treatments, each recipient gets one. */
type Trouble = 'refuses connections' | Treatment[]

const perRecipient: Treatment[] = [
  'hang after data',
  'drop within data',
  { at: 'recipient', code: 451 },
  { at: 'recipient', code: 550 },
  { at: 'data', code: 452 },
  { at: 'data', code: 554 },
]
const troubles: Trouble[] = [
  perRecipient,
  'refuses connections',
  ['hang before greeting'],
  [{ at: 'greeting', code: 421 }],
  ...perRecipient.map((treatment) => [treatment]),
]
/** In milliseconds, with each trouble and without. */
const asking = { quick: 400, whole: 15_000 }
const anotherLinkEvery = 40

/** Trouble with mail must not affect requests, and every link that was requested must arrive exactly once. */
export async function troubleMail(trial: Trial, place: Place): Promise<Outcome> {
  const { size, say } = trial
  const smtp = await TestSmtp.start()
  const folder = newFolder()
  const environment = { ...(await place.environment(folder)), ...smtp.environment }
  const server = await run({ folder, environment })
  const post = new PostOffice(server, smtp)
  const client = server.client(await post.signIn())
  const load = () => answeredDuring(client, () => post.askForLinks(ofSize(trial, asking)))
  const well: Answered[] = []
  const ill: Answered[] = []
  try {
    for (const trouble of troubles.slice(0, ofSize(trial, { quick: 2, whole: troubles.length }))) {
      say(`The mail server: ${typeof trouble === 'string' ? trouble : JSON.stringify(trouble)}`)
      well.push(await load())
      await post.begin(trouble)
      ill.push(await load())
      // A shorter run continues with the next fault without waiting for an empty outbox.
      if (size === 'whole') await post.recover()
    }
    await post.recover()
    await post.openAll()
  } finally {
    await smtp.stop()
  }
  const times = ill.flatMap((one) => one.times)
  const without = well.flatMap((one) => one.times)
  for (const refusal of [...well, ...ill].flatMap(({ refusals }) => refusals))
    post.wrong.push(`A call was refused while mail was in trouble: ${refusal}`)
  // Times mean nothing while other tests run on the same machine.
  if (size === 'whole' && isMuchSlower(times, without))
    post.wrong.push(`Trouble with mail slows everyone down: ${compared(times, without)}.`)
  const measured = `${compared(times, without)} mail trouble`
  return { tries: post.asked.length, wrong: post.wrong, recovery: post.recovery, measured }
}

/** Requests links, and checks the results. */
class PostOffice {
  readonly wrong: string[] = []
  readonly asked: string[] = []
  /** The longest time in milliseconds from the end of a trouble to the arrival of the last message. */
  recovery = 0
  readonly #server: ServerProcess
  readonly #smtp: TestSmtp

  constructor(server: ServerProcess, smtp: TestSmtp) {
    this.#server = server
    this.#smtp = smtp
  }

  async signIn(): Promise<string> {
    const email = 'ada@example.com'
    await this.#server.client().requestLink({ email })
    const token = await this.#smtp.linkTo(email)
    return (await this.#server.client().openLink({ token })).token
  }

  async askForLinks(milliseconds: number): Promise<void> {
    const asking: Promise<unknown>[] = []
    for (const end = performance.now() + milliseconds; performance.now() < end; ) {
      const email = `person-${this.asked.length}@example.com`
      this.asked.push(email)
      asking.push(this.#server.client().requestLink({ email }))
      await pause(anotherLinkEvery)
    }
    for (const { status, reason } of (await Promise.allSettled(asking)) as PromiseRejectedResult[])
      if (status === 'rejected') this.wrong.push(`A link was refused because of the mail server: ${reason}`)
  }

  async begin(trouble: Trouble): Promise<void> {
    if (trouble === 'refuses connections') {
      await this.#dropEveryone()
      return
    }
    this.#smtp.treat = (to) => trouble[(Number(/\d+/.exec(to)) || 0) % trouble.length] ?? 'accept'
  }

  /** Ends the trouble. Half of the messages that hang are accepted, the others are dropped. */
  async recover(): Promise<void> {
    const accepted = [...this.#smtp.pending].filter((_, index) => index % 2 === 0)
    const sent = (await this.#metric('sent_total')) + accepted.length
    for (const message of accepted) message.accept()
    await eventually(
      async () => (await this.#metric('sent_total')) >= sent || undefined,
      'the word to be heard',
    )
    await this.#dropEveryone()
    this.#smtp.treat = () => 'accept'
    await this.#smtp.start()
    const begun = performance.now()
    const inMailboxes = () => new Set(this.#smtp.received.map(({ to }) => to))
    await eventually(() => inMailboxes().size > this.asked.length || undefined, 'every link').catch(() => {})
    this.recovery = Math.max(this.recovery, performance.now() - begun)
    const there = inMailboxes()
    for (const email of this.asked)
      if (!there.has(email)) this.wrong.push(`The link for ${email} never came.`)
  }

  async openAll(): Promise<void> {
    await eventually(async () => (await this.#metric('waiting')) === 0 || undefined, 'an empty outbox')
    for (const email of this.asked) {
      const messages = this.#smtp.to(email)
      if (messages.length > 1) this.wrong.push(`The link for ${email} came ${messages.length} times.`)
      const token = tokenIn(messages[0]?.email.text ?? '')
      await this.#server
        .client()
        .openLink({ token })
        .catch((error) => this.wrong.push(`The link for ${email} does not open: ${error.message}`))
    }
  }
  /**
   * Drops the hanging messages too: once the connections are closed, Inboard would not learn that one was
   * accepted.
   */
  async #dropEveryone(): Promise<void> {
    for (const message of this.#smtp.pending) message.drop()
    await this.#smtp.stop()
  }

  async #metric(name: string): Promise<number> {
    const { text } = await this.#server.request('GET', '/metrics')
    return Number(new RegExp(`^inboard_mail_${name} (\\d+)$`, 'm').exec(text)?.[1])
  }
}
