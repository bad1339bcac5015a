import { setTimeout as pause } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { auc, leastToShow } from '../support/auc.ts'
import { Complaints } from '../support/complaints.ts'
import { comparable, type Line, written } from '../support/line.ts'
import { overLines, type Served, served } from '../support/served.ts'

/** The bound of few pairs is seven times what chance alone makes of them. */
const scales = {
  quick: { pairs: 200, bound: 0.2 },
  whole: { pairs: 20_000, bound: 0.02 },
}
/** As many as the service answers without falling behind: whoever waits for others learns about those. */
const lines = 24

export const enumeration: Scenario = {
  name: 'enumeration',
  title: 'Known against unknown addresses',
  engines: ['sqlite', 'postgres'],
  run: (trial) =>
    served(trial, {}, async ({ server, beside }) => {
      const { pairs, bound } = trial.quick ? scales.quick : scales.whole
      const complaints = new Complaints()
      await addPeople(beside, pairs)
      // The first requests of all are slow for everyone.
      await overLines(server, lines, 2 * lines, async (line, number) => {
        await requestLink(line, `early-${number}@example.com`)
      })

      const times: Record<Kind, number[]> = { known: [], unknown: [] }
      let usual: string | undefined
      let done = 0
      await overLines(server, lines, pairs, async (line, number) => {
        const order: Kind[] = Math.random() < 0.5 ? ['known', 'unknown'] : ['unknown', 'known']
        for (const kind of order) {
          // So that those who start together do not stay in step.
          await pause(Math.random() * 2)
          const { took, answer } = await requestLink(line, addressOf(kind, number))
          times[kind].push(took)
          usual ??= answer
          if (answer !== usual) complaints.add(`A ${kind} address got another answer: ${answer}`)
        }
        if (++done % 2_000 === 0) trial.say(`${done} pairs`)
      })

      const area = auc(times.known, times.unknown)
      if (Math.abs(area - 0.5) > bound)
        complaints.add(`The time tells a known address from an unknown one (AUC ${area.toFixed(3)}).`)
      if (!usual?.startsWith('202')) complaints.add(`A link was refused: ${usual}`)
      const visible = leastToShow(times.known, times.unknown, 0.5 + bound)
      return {
        tries: pairs,
        wrong: complaints.sentences,
        measured: `AUC ${area.toFixed(3)}; ${visible.toFixed(2)} ms would show`,
      }
    }),
}

type Kind = 'known' | 'unknown'

// Of the same length and the same letters, so that nothing but being known sets them apart.
const addressOf = (kind: Kind, number: number) =>
  `person-${String(2 * number + (kind === 'known' ? 1 : 0)).padStart(6, '0')}@example.com`

/** People who have been here before. Each asks for one link a minute at most, so each is asked for once. */
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
