import { randomUUIDv7 } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { routeNames, routes } from '../../../src/contract/routes.ts'
import { Chance } from '../../support/machine/chance.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { requestLineOf, wellFormed } from '../../support/service/well-formed.ts'
import { ofSize, type Scenario } from '../scenario.ts'
import { Complaints } from '../support/complaints.ts'
import { written } from '../support/line.ts'
import { overLines, served } from '../support/served.ts'
import { damageable, damagedAssertion } from './damaged-assertions.ts'
import { flippedToken } from './flipped-tokens.ts'
import { forgedTokens } from './forged-tokens.ts'
import { judgeVectors } from './webauthn-verdicts.ts'

const scales = {
  glance: { flips: 200, assertions: 15 },
  quick: { flips: 1_500, assertions: 60 },
  whole: { flips: 1_000_000, assertions: 100_000 },
}
const secret = 'known to this scenario, and to the server alone'
/** The relying party of the published test vectors. */
const site = { origin: 'https://example.org', rpId: 'example.org' }
const inOneBreath = 50

export const tokens: Scenario = {
  name: 'tokens',
  title: 'Forged and flipped tokens, damaged passkey assertions, WebAuthn vectors',
  engines: ['sqlite', 'postgres'],
  run: (trial) =>
    served(
      trial,
      { JWT_SECRET: secret, APP_URL: site.origin, AUTH_RATE_LIMIT: '0' },
      async ({ server, beside }) => {
        const { flips, assertions } = ofSize(trial, scales)
        const { seed } = trial
        const attack: Attack = { server, complaints: new Complaints(), seed, say: trial.say }
        const victim = await server.signIn('victim@example.com')
        const forged = await forge(attack, victim)
        await flip(attack, victim, flips)
        await damage(attack, assertions)
        const vectors = await judgeVectors(server, beside, attack.complaints)
        if ((await server.request('GET', '/api/me', { token: victim })).status !== 200)
          attack.complaints.add('After all that, the token itself is no longer good.')
        return {
          tries: forged + flips + assertions + vectors,
          wrong: attack.complaints.sentences,
          measured: `forged ${forged}, passkeys ${assertions}, vectors ${vectors}, else flips; seed ${seed}`,
        }
      },
    ),
}

interface Attack {
  server: ServerProcess
  complaints: Complaints
  seed: number
  say(progress: string): void
}

/** Tries each forgery at each endpoint that needs a session. Returns the number of tries. */
async function forge({ server, complaints }: Attack, victim: string): Promise<number> {
  const accomplice = await server.signIn('accomplice@example.com')
  let fetched = 0
  const keys = createServer((_request, response) => {
    fetched++
    response.end()
  })
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve))
  const keysAt = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`
  const forgeries = Object.entries(forgedTokens({ victim, accomplice, keysAt, secret }))
  const names = routeNames.filter((name) => routes[name].access !== 'public')
  await overLines(server, 4, forgeries.length, async (line, number) => {
    const [what = '', token = ''] = forgeries[number] ?? []
    const asked = names.map((name) =>
      line.ask(written(...requestLineOf(name, randomUUIDv7()), { token, body: wellFormed[name] })),
    )
    for (const [index, reply] of (await Promise.all(asked)).entries())
      if (reply?.status !== 401)
        complaints.add(`${names[index]} got ${reply?.status} with a token of ${what}: ${token}`)
  })
  keys.close()
  if (fetched > 0) complaints.add('The server has asked a forger for keys.')
  return forgeries.length * names.length
}

async function flip({ server, complaints, seed, say }: Attack, victim: string, count: number): Promise<void> {
  await overLines(server, 8, count / inOneBreath, async (line, number) => {
    const chance = Chance.of(seed, number)
    const breath = Array.from({ length: inOneBreath }, () => flippedToken(victim, chance))
    const asked = breath.map((token) => line.ask(Buffer.from(written('GET', '/api/me', { token }), 'latin1')))
    for (const [index, reply] of (await Promise.all(asked)).entries())
      if (reply?.status !== 401)
        complaints.add(`An altered token got ${reply?.status} (seed ${seed}): ${breath[index]}`)
    if ((number + 1) % 2_000 === 0) say(`${(number + 1) * inOneBreath} flips`)
  })
}

async function damage({ server, complaints, seed, say }: Attack, count: number): Promise<void> {
  const owner = await server.signIn('owner@example.com')
  const passkeys = await damageable(server.client(owner), site)
  await overLines(server, 16, count, async (line, number) => {
    const options = await line.ask(written('POST', '/api/auth/passkey/options'))
    const { challenge } = JSON.parse(options?.text ?? '{}')
    const body = damagedAssertion(passkeys, challenge, Chance.of(seed, number))
    const reply = await line.ask(written('POST', '/api/auth/passkey/verify', { body }))
    if (![400, 401, 422].includes(reply?.status ?? 0))
      complaints.add(`A damaged assertion got ${reply?.status} (seed ${seed}): ${JSON.stringify(body)}`)
    if ((number + 1) % 10_000 === 0) say(`${number + 1} assertions`)
  })
  for (const passkey of [...passkeys.synced, passkeys.counting]) {
    const whole = passkey.assert(await server.client().startPasskeySignIn())
    const { status } = await server.request('POST', '/api/auth/passkey/verify', { body: whole })
    if (status !== 200)
      complaints.add(`After all that, an ${passkey.keys.algorithm} passkey gets ${status} itself.`)
  }
}
