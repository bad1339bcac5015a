import { setTimeout as pause } from 'node:timers/promises'
import { Chance } from '../../support/machine/chance.ts'
import { ofSize, type Scenario, type Trial } from '../scenario.ts'
import { auc, leastToShow } from '../support/auc.ts'
import { Complaints } from '../support/complaints.ts'
import { comparable, type Line, written } from '../support/line.ts'
import { overLines, type Served, served } from '../support/served.ts'

/** The accepted distance of the AUC from 0.5: seven times its standard deviation for this number of pairs. */
const scales = {
  quick: { pairs: 200, bound: 0.2 },
  whole: { pairs: 20_000, bound: 0.02 },
}
/** Connections in parallel: few enough that requests do not queue, or they would measure each other. */
const lines = 24

export const enumeration: Scenario = {
  name: 'enumeration',
  title: 'Known against unknown addresses',
  engines: ['sqlite', 'postgres'],
  async run(trial) {
    // Where registration is closed, an unknown address gets no link, which takes less time to do.
    const outcomes = [await compare(trial, 'open'), await compare(trial, 'closed')]
    return {
      tries: outcomes.reduce((sum, { tries }) => sum + tries, 0),
      wrong: outcomes.flatMap(({ wrong }) => wrong),
      measured: outcomes.map(({ measured }) => measured).join('; '),
    }
  },
}

const compare = (trial: Trial, registration: 'open' | 'closed') =>
  served(trial, { REGISTRATION: registration }, async ({ server, beside }) => {
    const { pairs, bound } = ofSize(trial, scales)
    const complaints = new Complaints()
    await addPeople(beside, pairs)
    // Warm-up: the first requests to a new process are slow.
    await overLines(server, lines, 2 * lines, async (line, number) => {
      await requestLink(line, `early-${number}@example.com`)
    })

    const times: Record<Kind, number[]> = { known: [], unknown: [] }
    let usual: string | undefined
    let done = 0
    await overLines(server, lines, pairs, async (line, number) => {
      const chance = Chance.of(trial.seed, number)
      const order: Kind[] = chance.oneIn(2) ? ['known', 'unknown'] : ['unknown', 'known']
      for (const kind of order) {
        // Keeps the parallel connections from running in lockstep.
        await pause(Math.random() * 2)
        const { took, answer } = await requestLink(line, addressOf(kind, number))
        times[kind].push(took)
        usual ??= answer
        if (answer !== usual) complaints.add(`A ${kind} address got another answer: ${answer}`)
      }
      if (++done % 2_000 === 0) trial.say(`${registration}: ${done} pairs`)
    })

    const area = auc(times.known, times.unknown)
    if (Math.abs(area - 0.5) > bound)
      complaints.add(
        `The time tells a known address from an unknown one (${registration}: AUC ${area.toFixed(3)}).`,
      )
    if (!usual?.startsWith('202')) complaints.add(`A link was refused: ${usual}`)
    const visible = leastToShow(times.known, times.unknown, 0.5 + bound)
    return {
      tries: pairs,
      wrong: complaints.sentences,
      measured: `${registration}: AUC ${area.toFixed(3)}, ${visible.toFixed(2)} ms would show`,
    }
  })

type Kind = 'known' | 'unknown'

// Both kinds have the same form and length, so that they differ only in having an account or not.
const addressOf = (kind: Kind, number: number) =>
  `person-${String(2 * number + (kind === 'known' ? 1 : 0)).padStart(6, '0')}@example.com`

/** Inserts the known accounts: one for each pair, because an address gets only one link a minute. */
async function addPeople(beside: Served['beside'], count: number): Promise<void> {
  const before = new Date(Date.now() - 3_600_000).toISOString()
  const rows = Array.from({ length: count }, (_, number) => {
    const handle = crypto
      .getRandomValues(new Uint8Array(64))
      .toBase64({ alphabet: 'base64url', omitPadding: true })
    const values = [crypto.randomUUID(), addressOf('known', number), handle, before, before, before]
    return `(${values.map((value) => `'${value}'`).join()})`
  })
  for (let start = 0; start < count; start += 1_000) {
    await beside.run(`
      insert into users (id, email, passkey_handle, created_at, email_verified_at, verification_email_sent_at)
      values ${rows.slice(start, start + 1_000).join()}`)
  }
}

async function requestLink(line: Line, email: string): Promise<{ took: number; answer: string }> {
  const bytes = written('POST', '/api/auth/magic-link', { body: { email } })
  const start = performance.now()
  const reply = await line.ask(bytes)
  return { took: performance.now() - start, answer: comparable(reply) }
}
