import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { openStream } from '../../support/service/open-stream.ts'
import { codeFor, exchange, outcomeOf, post, registeredAgent, tokensOf } from './flow.ts'

const folder = newDataFolder()
let one: TestInboard
let other: TestInboard
beforeAll(async () => {
  const environment = { JWT_SECRET: 'the same secret for both instances, long enough' }
  one = await startTestInboard(environment, folder)
  other = await startTestInboard({ ...environment, APP_URL: one.world.config.appUrl }, folder, one.clock)
})
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  rmSync(folder, { recursive: true, force: true })
})

async function someCode() {
  const person = await one.signIn()
  const agent = await registeredAgent(one)
  return { person, agent, code: await codeFor(person, agent) }
}

test('a code of one instance is redeemed by another, once', async () => {
  const { person, agent, code } = await someCode()
  const { body } = await exchange(other, agent, code)
  const stream = await openStream(one.url, { token: body.access_token })
  expect(await tokensOf(person)).toEqual(['Agent'])
  expect(outcomeOf(await exchange(other, agent, code))).toBe('invalid_grant')
  expect(await tokensOf(person)).toEqual([])
  await eventually(() => stream.isEnded() || undefined, 'the end of the stream on the other instance')
  await eventually(
    async () =>
      (await one.request('GET', '/api/projects', { token: body.access_token })).status === 401 || undefined,
    'the other instance to hear of it',
  )
})

test('of many uses at a time one gets a token, and the others take it back', async () => {
  for (let round = 0; round < 5; round++) {
    const { person, agent, code } = await someCode()
    const uses = Array.from({ length: 10 }, (_, at) => exchange(at % 2 ? one : other, agent, code))
    const answers = await Promise.all(uses)
    const tokens = answers.flatMap(({ body }) => body.access_token ?? [])
    expect(tokens).toHaveLength(1)
    expect(answers.filter((answer) => outcomeOf(answer) === 'invalid_grant')).toHaveLength(9)
    expect(await tokensOf(person)).toEqual([])
  }
})

test('whoever comes first with a wrong verifier spends the code, and nobody gets two tokens', async () => {
  for (let round = 0; round < 5; round++) {
    const { person, agent, code } = await someCode()
    const uses = Array.from({ length: 10 }, (_, at) =>
      exchange(at % 2 ? one : other, agent, code, at % 3 ? {} : { code_verifier: 'wrong' }),
    )
    const answers = await Promise.all(uses)
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
    expect(await tokensOf(person)).toEqual([])
  }
})

test('the limits hold while many are allowed and exchanged at a time', async () => {
  const person = await one.signIn()
  for (let made = 0; made < 45; made++) await person.client.makeApiToken({ label: 'Shell', scope: 'read' })
  const agent = await registeredAgent(one)
  const codes: string[] = []
  for (let asked = 0; asked < 10; asked++) codes.push(await codeFor(person, agent))
  const answers = await Promise.all(codes.map((code, at) => exchange(at % 2 ? one : other, agent, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(await tokensOf(person)).toHaveLength(50)
})

test('a token that is given back ends everywhere', async () => {
  const { agent, code } = await someCode()
  const { body } = await exchange(one, agent, code)
  const token = body.access_token
  const stream = await openStream(one.url, { token })
  expect((await post(`${other.url}/oauth/revoke`, { token })).status).toBe(200)
  await eventually(() => stream.isEnded() || undefined, 'the end of the stream on the other instance')
})
