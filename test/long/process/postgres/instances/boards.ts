import { expect, test } from 'vitest'
import { type Client, ProblemError } from '../../../../../src/client/client.ts'
import { chanceOfRun } from '../../../../support/machine/chance.ts'
import { type Instance, limits, type Site, times } from './site.ts'

/** What two instances have to agree on about projects and cards. */
export function raceForBoards(site: () => Site, { turns }: { turns: number }): void {
  test('hold to one limit of projects', async () => {
    const { token } = await site().signIn()
    const add = ({ request }: Instance) => request('POST', '/api/projects', { token, body: { title: 'P' } })
    expect(await site().tally(site().crowd, add)).toEqual({
      '201': limits.projects,
      '409 project_limit_reached': site().crowd - limits.projects,
    })
    expect((await site().instance(0).client(token).listProjects()).projects).toHaveLength(limits.projects)
  })

  test('hold to one limit of cards and of text, and count exactly', async () => {
    const { token, user } = await site().signIn()
    const add = ({ request }: Instance) => request('POST', '/api/inbox/cards', { token, body: { text: 'x' } })
    for (let count = 0; count < limits.cards - 10; count += 10)
      expect(await site().tally(10, add)).toEqual({ '201': 10 })
    expect(await site().tally(24, add)).toEqual({ '201': 10, '409 card_limit_reached': 14 })

    const { cards } = await site().instance(0).client(token).listInboxCards()
    const outcomes = new Set<string>()
    for (let from = 0; from < limits.cards; from += 10) {
      // Two edits of each card, by different instances.
      const edit = ({ request }: Instance, index: number) =>
        request('PATCH', `/api/cards/${cards[from + (index >> 1)]?.id}`, {
          token,
          // Whichever of the two comes last, there is not room enough for all.
          body: { text: 'ä'.repeat(30 + (index % 2) * 10) },
        })
      for (const outcome of Object.keys(await site().tally(20, edit))) outcomes.add(outcome)
    }
    expect(outcomes).toEqual(new Set(['200', '409 storage_limit_reached']))
    const { rows } = await site().query(
      `select (select bytes from counters where owner_id = $1) as counted, sum(octet_length(text)) as present
       from cards where owner_id = $1`,
      [user.id],
    )
    expect(rows[0].counted).toBe(rows[0].present)
    expect(Number(rows[0].counted)).toBeLessThanOrEqual(limits.bytes)
  })

  test('keep a board whole that eight people at once rearrange', async () => {
    const { token } = await site().signIn()
    const client = site().instance(0).client(token)
    const { project } = await client.addProject({ title: 'Busy' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    const columns = [
      { project_id: null, status_id: null },
      ...statuses.map(({ id }) => ({ project_id: project.id, status_id: id })),
    ]
    const cards = new Set<string>()
    const chance = chanceOfRun()
    const pick = <T>(items: T[]) => chance.pick(items)
    const some = () => times(1 + chance.below(4), () => pick([...cards]))
    const deeds = { added: 0, moved: 0, removed: 0, missed: 0 }

    async function add(writer: Client) {
      // Further down than the last would leave a gap.
      const position = pick([undefined, 0])
      const place = { text: 'card', ...(position !== undefined && { position }) }
      const { card } = await pick([
        () => writer.addInboxCard(place),
        () => writer.addProjectCard({ project_id: project.id, ...place }),
      ])()
      cards.add(card.id)
      deeds.added++
    }
    async function work(writer: Client) {
      const deed = chance.below(10)
      // As many as the limit are never there at once.
      if (cards.size < 10 || (deed < 3 && cards.size < limits.cards - 8)) return await add(writer)
      if (deed < 5) {
        const id = pick([...cards])
        await writer.removeCard({ id })
        cards.delete(id)
        deeds.removed++
      } else {
        await writer.setColumn({ ...pick(columns), card_ids: [...new Set(some())] })
        deeds.moved++
      }
    }
    await Promise.all(
      times(8, async (index) => {
        const writer = site().instance(index).client(token)
        for (let turn = 0; turn < turns; turn++) {
          try {
            await work(writer)
          } catch (error) {
            // Somebody else has removed the card just before.
            if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error
            deeds.missed++
          }
        }
      }),
    )
    expect(deeds.added).toBeGreaterThan(0)
    expect(deeds.moved).toBeGreaterThan(0)
    expect(deeds.removed).toBeGreaterThan(0)

    const { cards: inProject } = await client.listProjectCards({ project_id: project.id })
    const { cards: inInbox } = await client.listInboxCards()
    const found = [...inInbox, ...inProject]
    expect(found.map(({ id }) => id).sort()).toEqual([...cards].sort())
    for (const { status_id } of columns) {
      const positions = found.filter((card) => card.status_id === status_id).map(({ position }) => position)
      expect(positions).toEqual(positions.map((_, position) => position))
    }
  })
}
