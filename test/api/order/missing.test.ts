import { beforeAll, expect, test } from 'vitest'
import type { Answer, SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

interface Board {
  project: string
  todo: string
  doing: string
  cards: string[]
}

let person: SignedIn
let own: Board
let other: Board
let foreign: Board

beforeAll(async () => {
  person = await inboard.signIn()
  own = await board(person)
  other = await board(person)
  foreign = await board(await inboard.signIn())
})

async function board({ client }: SignedIn): Promise<Board> {
  const { project } = await client.addProject({ title: 'Garden' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const [todo = '', doing = ''] = statuses.map(({ id }) => id)
  const cards: string[] = []
  for (const text of ['Weed', 'Water', 'Prune'])
    cards.push((await client.addProjectCard({ project_id: project.id, text })).card.id)
  return { project: project.id, todo, doing, cards }
}

const missing = '01a1dd4b-2842-7000-b798-25bc6374fed5'

const set = (project_id: string | null, status_id: string | null, card_ids: string[]) =>
  inboard.request('PUT', '/api/cards/order', {
    token: person.token,
    body: { project_id, status_id, card_ids },
  })

const seen = ({ status, text, headers }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
})

/** The same 404 for an id of somebody else's, one that does not exist and one that is malformed; nothing is changed. */
async function expectMissing(detail: string, send: (id: string) => Promise<Answer>, foreignId: string) {
  const cards = async () => [
    await person.client.listInboxCards(),
    await person.client.listProjectCards({ project_id: own.project }),
  ]
  const before = await cards()
  const answers = [await send(foreignId), await send(missing), await send('no id'), await send('\u0000🪴')]
  for (const answer of answers) {
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found', detail })
    expect(seen(answer)).toEqual(seen(answers[0] as Answer))
  }
  expect(await cards()).toEqual(before)
}

const noProject = 'There is no such project.'
const noStatus = 'The project has no such status.'
const noCard = (place: number) => `There is no such card: number ${place} in "card_ids".`

test('a project that is missing', async () => {
  await expectMissing(noProject, (id) => set(id, foreign.todo, []), foreign.project)
  await expectMissing(noProject, (id) => set(id, own.todo, own.cards), foreign.project)
  await expectMissing(noProject, (id) => set(id, id, [id]), foreign.project)
})

test('a status that is missing from the project', async () => {
  await expectMissing(noStatus, (id) => set(own.project, id, []), foreign.todo)
  await expectMissing(noStatus, (id) => set(own.project, id, [missing]), foreign.todo)
  await expectMissing(noStatus, (id) => set(own.project, id, []), other.todo)
})

test('a card that is missing, by its place in the list', async () => {
  const [weed = '', water = '', prune = ''] = own.cards
  const [theirs = ''] = foreign.cards
  for (const column of [own.todo, own.doing]) {
    const setOwn = (ids: string[]) => set(own.project, column, ids)
    await expectMissing(noCard(1), (id) => setOwn([id]), theirs)
    await expectMissing(noCard(1), (id) => setOwn([id, weed, water]), theirs)
    await expectMissing(noCard(3), (id) => setOwn([weed, other.cards[0] ?? '', id, prune]), theirs)
    await expectMissing(noCard(2), (id) => setOwn([weed, id, 'another', prune]), theirs)
  }
  await expectMissing(noCard(2), (id) => set(null, null, [weed, id]), theirs)
})

test('of several that are missing, the project is named before the status, and the status before the cards', async () => {
  const first = async (...sent: Parameters<typeof set>) => (await set(...sent)).body.detail
  expect(await first(missing, missing, [missing])).toBe(noProject)
  expect(await first(own.project, missing, [missing])).toBe(noStatus)
  expect(await first(own.project, own.doing, [own.cards[0] ?? '', missing, 'another'])).toBe(noCard(2))
})
