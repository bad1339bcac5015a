import { beforeAll, describe, expect, test } from 'vitest'
import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { methodAndPath } from '../../../src/contract/routes.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import type { Answer, SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { requestLineOf, wellFormed } from '../../support/service/well-formed.ts'
import { ask, missing, withId, writing } from './asking.ts'

let person: SignedIn
/** For each route, the id of a resource of the right kind that belongs to somebody else. */
let foreign: (name: RouteName) => string
let stranger: SignedIn

beforeAll(async () => {
  person = await inboard.signIn()
  const holder = await new Ceremonies(inboard).holder()
  stranger = holder.person
  const { project } = await stranger.client.addProject({ title: 'Theirs' })
  const { card } = await stranger.client.addProjectCard({ project_id: project.id, text: 'Theirs' })
  const { card: deleted } = await stranger.client.addInboxCard({ text: 'Theirs, in the bin' })
  await stranger.client.removeCard({ id: deleted.id })
  const things = { projects: project.id, passkeys: holder.registered.id, cards: card.id, bin: deleted.id }
  foreign = (name) => things[methodAndPath(name)[1].split('/')[2] as keyof typeof things]
})

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
      const [one, other] = [await ask(name, person, foreign(name)), await ask(name, person, missing)]
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
