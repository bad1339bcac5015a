import fc from 'fast-check'
import { expect } from 'vitest'
import { type SignedIn, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { requestLineOf, wellFormedQuery } from '../../support/service/well-formed.ts'
import { requestsAbout, type Sent } from './requests.ts'

export const seed = 20_261_115

/** Sends so many random requests. None may get an answer that is not in the contract, and all that is left must be in order. */
export async function fuzz(count: number, expected: number[]): Promise<void> {
  const inboard = await startTestInboard({ MAX_PROJECTS: '50' })
  const people = [await inboard.signIn(), await inboard.signIn()]
  const ids: string[] = []
  for (const { client } of people) ids.push(...(await furnish(client)))
  const statuses = new Set<number>()
  const waiting = fc.sample(requestsAbout(ids), { seed, numRuns: count }).values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of waiting)
        for (const status of await send(inboard, one, people[one.who]?.token)) statuses.add(status)
    }),
  )
  // Guards against requests so far off that they only ever exercise one check.
  expect([...statuses]).toEqual(expect.arrayContaining(expected))
  expect(inboard.log.filter(({ level }) => level >= 50)).toEqual([])
  for (const { client } of people) await expectOrder(client)
  await inboard.stop()
}

/** Gives somebody projects and cards, and returns their ids. */
async function furnish(client: SignedIn['client']): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    const { project } = await client.addProject({ title: `Project ${count}` })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    const { card } = await client.addProjectCard({ project_id: project.id, text: 'Card' })
    const { card: loose } = await client.addInboxCard({ text: 'Loose' })
    ids.push(project.id, card.id, loose.id, ...statuses.map(({ id }) => id))
  }
  return ids
}

/** The status of the answer, and those inside it if it is that of a batch. */
async function send(inboard: TestInboard, sent: Sent, token: string | undefined): Promise<number[]> {
  const { name, id, text, type, headers } = sent
  const [method, bare] = requestLineOf(name, id)
  const path = bare + wellFormedQuery(name)
  // `fetch` would resolve `.` and `..` in the path and so call a different URL.
  if (/^\.{1,2}$/.test(id)) return []
  const options =
    method === 'GET' || text === undefined
      ? { headers }
      : { body: text, headers: { ...headers, 'content-type': type } }
  const answer = await inboard.request(method, path, { token, ...options }).catch((error: Error) => {
    throw new Error(`${method} ${path} as ${sent.who} with ${type} ${text}`, { cause: error })
  })
  const inside: { status: number }[] = answer.body?.results ?? []
  const statuses = [answer.status, ...inside.map(({ status }) => status)]
  for (const status of statuses) {
    expect([method, path, text, status]).not.toEqual([method, path, text, 500])
    expect([method, path, text, status]).not.toEqual([method, path, text, 503])
  }
  return statuses
}

async function expectOrder(client: SignedIn['client']): Promise<void> {
  const { projects } = await client.listProjects()
  for (const project of projects) {
    const { cards } = await client.listProjectCards({ project_id: project.id })
    expect(project.card_count).toBe(cards.length)
    expect(project.completed_card_count).toBe(cards.filter(({ complete }) => complete).length)
  }
  const { cards } = await client.listInboxCards()
  await client.setColumn({ project_id: null, status_id: null, card_ids: cards.map(({ id }) => id) })
  const after = (await client.listInboxCards()).cards
  expect(after.map(({ id, position }) => [id, position])).toEqual(cards.map(({ id }, index) => [id, index]))
}
