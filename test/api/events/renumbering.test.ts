import { describe, expect, onTestFinished, test } from 'vitest'
import { type Confirmed, emptyWorkspace, takeIn, takeInAll } from '../../../src/board/workspace.ts'
import { chanceOfRun } from '../../support/machine/chance.ts'
import { addTexts } from '../../support/service/add-texts.ts'
import { fillInbox } from '../../support/service/filling.ts'
import { eventually, type SignedIn } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { inbox, listen } from './listening.ts'

const nothing: Confirmed = { workspace: emptyWorkspace, seq: 0 }

/** A column that has lost its cards is the same as one that never had any. */
const shown = ({ workspace: { projects, columns } }: Confirmed) => ({
  projects,
  columns: Object.fromEntries([...columns].filter(([, cards]) => cards.length > 0)),
})

/** What the web app knows of an account by its stream. */
async function follow({ client }: SignedIn, since?: number) {
  const leaving = new AbortController()
  const known = { now: takeInAll(nothing, await client.changes()), pages: 0, brief: 0 }
  const connected = Promise.withResolvers<void>()
  const options = { signal: leaving.signal, onConnection: () => connected.resolve() }
  const following = (async () => {
    for await (const changes of client.events({ since: since ?? known.now.seq, renumber: true }, options)) {
      known.now = takeIn(known.now, changes)
      known.pages++
      if (changes.renumber) known.brief++
    }
  })()
  onTestFinished(async () => {
    leaving.abort()
    await following
  })
  await connected.promise
  /** Compares it with the account, once the stream has brought everything. */
  async function check() {
    const all = await client.changes()
    await eventually(() => known.now.seq === all.seq || undefined, `the change ${all.seq}`)
    expect(shown(known.now)).toEqual(shown(takeInAll(nothing, all)))
  }
  /** Moves two cards in turn until an event names one alone: on PostgreSQL, an instance may hear of its own change as of one of others. */
  async function isBrief(ids: readonly [string, string]) {
    await eventually(async () => {
      const before = known.brief
      for (const id of ids) await client.setColumn({ ...inbox, card_ids: [id], moved: [id] })
      await check()
      return known.brief > before || undefined
    }, 'an event with the moved card alone')
  }
  return { known, check, isBrief }
}

describe('a stream whose client renumbers columns', () => {
  test('names the card that was moved, and no other; any other stream names all', async () => {
    const ada = await inboard.signIn()
    const ids = await addTexts(ada.client, ['a', 'b', 'c', 'd'])
    const [plain, { check, isBrief }] = [await listen(ada), await follow(ada)]
    await ada.client.setColumn({ ...inbox, card_ids: [ids[3] ?? ''], moved: [ids[3] ?? ''] })
    await check()
    const [page] = await plain.until(5)
    expect(page).toEqual(await ada.client.changes({ since: 4 }))
    expect(page?.positions).toHaveLength(4)
    // One of the two that move keeps its number: d a b c, d b a c.
    const [, b = '', , d = ''] = ids
    await ada.client.setColumn({ ...inbox, card_ids: [b, d], moved: [b, d] })
    await check()
    await ada.client.setColumn({ ...inbox, card_ids: [d, b], moved: [d, b] })
    await check()
    await isBrief([b, d])
    plain.close()
  })

  test('gets all positions, if a move of nothing has closed a gap', async () => {
    const ada = await inboard.signIn()
    const [, , c = ''] = await addTexts(ada.client, ['a', 'b', 'c'])
    await ada.client.editCard({ id: c, position: 7 })
    const { check } = await follow(ada)
    await ada.client.setColumn({ ...inbox, card_ids: [], moved: [] })
    await addTexts(ada.client, ['d'])
    await check()
  })

  test('does so in a column that is too large for the main thread', async () => {
    const ada = await inboard.signIn()
    await fillInbox(inboard, ada, 1100)
    const { isBrief } = await follow(ada)
    await isBrief(['card-900', 'card-800'])
  })

  test('gets all positions, if its client may be between two states', async () => {
    const ada = await inboard.signIn()
    const ids = await addTexts(ada.client, ['a', 'b', 'c', 'd'])
    const move = (id = '') => ada.client.setColumn({ ...inbox, card_ids: [id], moved: [id] })
    await move(ids[3])
    const { known, check, isBrief } = await follow(ada, 4)
    await eventually(() => known.pages === 1 || undefined, 'its first page')
    await check()
    expect(known.brief).toBe(0)
    await isBrief([ids[2] ?? '', ids[1] ?? ''])
  })

  test('leads to exactly the account, whatever is done, alone or at once', async () => {
    const ada = await inboard.signIn()
    const { client } = ada
    const chance = chanceOfRun()
    const pick = <T>(items: readonly T[]) => chance.pick([...items])
    await addTexts(
      client,
      times(12, (n) => `card ${n}`),
    )
    const { project } = await client.addProject({ title: 'P' })
    const { statuses } = await client.listStatuses({ project_id: project.id })
    const columns = [inbox, ...statuses.map(({ id }) => ({ project_id: project.id, status_id: id }))]
    const { known, check } = await follow(ada)
    const cards = async () => (await client.changes()).cards
    const order = async () => {
      const card_ids = [...new Set(times(4, () => pick(all).id))]
      const few = pick([card_ids.slice(0, 1), card_ids.slice(1), card_ids])
      const others = pick([{}, { complete: chance.below(2) === 1 }, { at_end: true }])
      await client.setColumn({ ...pick(columns), card_ids, moved: few, ...others })
    }
    let all = await cards()
    const deeds: (() => Promise<unknown>)[] = [
      order,
      order,
      order,
      () => client.editCard({ id: pick(all).id, position: pick([0, 2, 5, 99]) }),
      () => client.editCard({ id: pick(all).id, text: `edited ${chance.below(2 ** 30)}` }),
      () => client.addInboxCard({ text: 'new', position: pick([0, 3, 50]) }),
      () => client.removeCard({ id: pick(all).id }),
    ]
    for (let round = 0; round < 60; round++) {
      all = await cards()
      await Promise.all(times(pick([1, 1, 1, 3]), () => pick(deeds)().catch(() => {})))
      await check()
    }
    expect(known.brief).toBeGreaterThan(5)
  })
})
