import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestFile } from '../../src/contract/limits.ts'
import type { RouteName } from '../../src/contract/paths.ts'
import { methodAndPath, type Route, routeNames, routes } from '../../src/contract/routes.ts'
import { Ceremonies, outcome } from '../support/authenticator/ceremonies.ts'
import { type Answer, type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { requestLineOf, wellFormed } from '../support/service/well-formed.ts'

let inboard: TestInboard
let person: SignedIn
/** For each route, the id of a resource of the right kind that belongs to somebody else. */
let foreign: (name: RouteName) => string
let stranger: SignedIn

beforeAll(async () => {
  inboard = await startTestInboard()
  person = await inboard.signIn()
  const ceremonies = new Ceremonies(inboard)
  const holder = await ceremonies.holder()
  stranger = holder.person
  const { project } = await stranger.client.addProject({ title: 'Theirs' })
  const { card } = await stranger.client.addProjectCard({ project_id: project.id, text: 'Theirs' })
  const { card: deleted } = await stranger.client.addInboxCard({ text: 'Theirs, in the bin' })
  await stranger.client.removeCard({ id: deleted.id })
  const things = { projects: project.id, passkeys: holder.registered.id, cards: card.id, bin: deleted.id }
  foreign = (name) => things[methodAndPath(name)[1].split('/')[2] as keyof typeof things]
})
afterAll(() => inboard.stop())

const about = (name: RouteName): Route => routes[name]
const withSession = routeNames.filter((name) => about(name).access !== 'public')
const withBody = routeNames.filter((name) => about(name).body)
const withId = routeNames.filter((name) => methodAndPath(name)[1].includes('{'))
const writing = routeNames.filter((name) => about(name).write)
const missing = '01a1dd4b-2842-7000-b798-25bc6374fed5'

/** Bodies by the problem they get, in the order in which the checks are made. */
const badBodies = {
  '415 unsupported_media_type': { body: 'text', headers: { 'content-type': 'text/plain' } },
  '413 payload_too_large': { body: `"${'x'.repeat(longestFile)}"` },
  '400 malformed_json': { body: '{' },
  '422 validation_failed': { body: '[]' },
}

describe('the order of checks: route, session, body, existence', () => {
  test('without a session nothing else is looked at', async () => {
    for (const name of withSession) {
      const [method, path] = requestLineOf(name, missing)
      const bodies = method === 'GET' ? [{}] : [{}, { body: wellFormed[name] }, ...Object.values(badBodies)]
      for (const sent of bodies) {
        expect([name, outcome(await inboard.request(method, path, sent))]).toEqual([
          name,
          '401 unauthenticated',
        ])
      }
    }
  })

  test('a session is not even looked at where none is needed', async () => {
    for (const name of routeNames.filter((one) => about(one).access === 'public')) {
      const [method, path] = requestLineOf(name, missing)
      const body = about(name).body && wellFormed[name]
      const sent = { token: 'nonsense', ...(body && { body }) }
      const { status } = await inboard.request(method, path, sent)
      expect([name, status]).not.toEqual([name, 401])
    }
  })

  for (const [refusal, sent] of Object.entries(badBodies)) {
    test(`a body that is ${refusal} is refused before anything is looked for`, async () => {
      for (const name of withBody) {
        const [method, path] = requestLineOf(name, missing)
        const answer = await inboard.request(method, path, { token: person.token, ...sent })
        expect([name, outcome(answer)]).toEqual([name, refusal])
      }
    })
  }

  test('an absent body is refused before anything is looked for', async () => {
    for (const name of withBody) {
      const [method, path] = requestLineOf(name, missing)
      const answer = await inboard.request(method, path, { token: person.token })
      expect([name, outcome(answer)]).toEqual([name, '400 malformed_json'])
    }
  })

  test('a key that cannot be one is refused before anything is looked for', async () => {
    for (const name of writing) {
      const answer = await ask(name, missing, { 'idempotency-key': 'two words' })
      expect([name, outcome(answer)]).toEqual([name, '422 validation_failed'])
    }
  })

  test('a key that was used for something else is refused before anything is looked for', async () => {
    await person.client.addInboxCard({ text: 'Used' }, { idempotencyKey: 'used' })
    for (const name of writing) {
      const answer = await ask(name, missing, { 'idempotency-key': 'used', 'if-match': '"0"' })
      expect([name, outcome(answer)]).toEqual([name, '422 idempotency_key_reused'])
    }
  })

  test('what is asked for must be there, whatever it is to be like', async () => {
    for (const name of withId) {
      expect([name, outcome(await ask(name, missing))]).toEqual([name, '404 not_found'])
      const answer = await ask(name, missing, { 'if-match': '"0"', 'idempotency-key': crypto.randomUUID() })
      expect([name, outcome(answer)]).toEqual([name, '404 not_found'])
    }
  })
})

async function ask(name: RouteName, id: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [method, path] = requestLineOf(name, id)
  const body = about(name).body && wellFormed[name]
  return await inboard.request(method, path, { token: person.token, headers, ...(body && { body }) })
}

describe('a thing of somebody else', () => {
  const unlike = ['x-request-id', 'date']
  const seen = ({ status, text, headers }: Answer) => ({
    status,
    text,
    headers: [...headers].filter(([name]) => !unlike.includes(name)),
  })

  test('is answered byte for byte like one that does not exist, and stays as it was', async () => {
    const theirs = async () => [
      await stranger.client.listProjects(),
      await stranger.client.listPasskeys(),
      await stranger.client.listInboxCards(),
      await stranger.client.listBin(),
      await stranger.client.changes(),
      await stranger.client.listProjectCards({ project_id: foreign('readProject') }),
    ]
    const before = await theirs()
    for (const name of withId) {
      const [one, other] = [await ask(name, foreign(name)), await ask(name, missing)]
      expect([name, seen(one)]).toEqual([name, seen(other)])
      expect([name, outcome(one)]).toEqual([name, '404 not_found'])
    }
    expect(await theirs()).toEqual(before)
  })

  test('is like one that does not exist in a batch, too', async () => {
    const before = await stranger.client.changes()
    const names = writing.filter((name) => withId.includes(name))
    const askAll = async (idOf: (name: RouteName) => string) => {
      const operations = names.map((name) => {
        const [method, path] = requestLineOf(name, idOf(name))
        return { method, path, body: wellFormed[name] }
      })
      return (await person.client.batch({ operations })).results
    }
    const theirs = await askAll(foreign)
    expect(theirs).toEqual(await askAll(() => missing))
    expect(theirs.map(({ status }) => status)).toEqual(names.map(() => 404))
    expect(await stranger.client.changes()).toEqual(before)
  })

  test('is like one that does not exist when a column is set, too', async () => {
    const { client } = stranger
    const project_id = foreign('readProject')
    const [status] = (await client.listStatuses({ project_id })).statuses
    const before = await client.listProjectCards({ project_id })
    const bodies = {
      card: (id: string) => ({ project_id: null, status_id: null, card_ids: [id] }),
      project: (id: string) => ({ project_id: id, status_id: status?.id, card_ids: [] }),
      both: (id: string) => ({ project_id: id, status_id: id, card_ids: [id] }),
      moved: (id: string) => ({ project_id: null, status_id: null, card_ids: [id], moved: [id] }),
    }
    const card = foreign('readCard')
    const ids = { card, project: project_id, both: project_id, moved: card }
    for (const [what, bodyWith] of Object.entries(bodies)) {
      const send = (id: string) =>
        inboard.request('PUT', '/api/cards/order', { token: person.token, body: bodyWith(id) })
      const [one, other] = [await send(ids[what as keyof typeof ids]), await send(missing)]
      expect([what, seen(one)]).toEqual([what, seen(other)])
      expect([what, outcome(one)]).toEqual([what, '404 not_found'])
    }
    expect(await client.listProjectCards({ project_id })).toEqual(before)
  })
})
