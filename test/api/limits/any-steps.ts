import fc from 'fast-check'
import { expect } from 'vitest'
import { sweepBin } from '../../../src/server/bin/bin.ts'
import { counts } from '../../support/service/counted.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { type Newcomer, newcomer } from './people.ts'

const day = 86_400_000
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => one.trim() !== '')
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), text, key: fc.option(fc.constantFrom('k', 'l')) }),
  fc.record({ kind: fc.constant('edit' as const), at: fc.nat(), text }),
  fc.record({ kind: fc.constant('complete' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('project' as const), text }),
  fc.record({ kind: fc.constant('project card' as const), at: fc.nat(), text }),
  fc.record({ kind: fc.constant('rename' as const), at: fc.nat(), text }),
  fc.record({ kind: fc.constant('remove project' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('restore' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('purge' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('empty' as const) }),
  fc.record({ kind: fc.constant('sweep' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take(one: Step, { client, send, add }: Newcomer, at: TestInboard): Promise<void> {
  const pick = <T>(items: T[]) => items['at' in one ? one.at % Math.max(1, items.length) : 0]
  const { cards, projects } = await client.changes()
  const [card, project] = [pick(cards)?.id ?? 'none', pick(projects)?.id ?? 'none']
  const item = async () => pick((await client.listBin()).items)?.id ?? 'none'
  switch (one.kind) {
    case 'add':
      return void (await add(one.text, one.key ?? undefined))
    case 'edit':
      return void (await send(`PATCH /api/cards/${card}`, { body: { text: one.text } }))
    case 'complete':
      return void (await send(`PATCH /api/cards/${card}`, { body: { complete: true } }))
    case 'remove':
      return void (await send(`DELETE /api/cards/${card}`))
    case 'project':
      return void (await send('POST /api/projects', { body: { title: one.text } }))
    case 'project card':
      return void (await send(`POST /api/projects/${project}/cards`, { body: { text: one.text } }))
    case 'rename':
      return void (await send(`PATCH /api/projects/${project}`, { body: { title: one.text } }))
    case 'remove project':
      return void (await send(`DELETE /api/projects/${project}`))
    case 'restore':
      return void (await send(`POST /api/bin/${await item()}/restore`))
    case 'purge':
      return void (await send(`DELETE /api/bin/${await item()}`))
    case 'empty':
      return void (await send('DELETE /api/bin'))
    case 'sweep':
      at.clock.advance(31 * day)
      return await sweepBin(at.world)
  }
}

/** Takes random steps for one person after the other, and expects after each of them that the counts are what there is. */
export async function expectExactCounts(binDays: string, numRuns: number): Promise<void> {
  const own = await startTestInboard({
    MAX_CARDS: '6',
    MAX_TEXT: '60',
    BIN_DAYS: binDays,
    SESSION_TTL: '3650d',
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const person = await newcomer(own)
      for (const one of steps) {
        await take(one, person, own)
        const [counted, present] = await counts(person, own)
        expect([one, counted ?? { cards: 0, bytes: 0 }]).toEqual([one, present])
        expect(present?.cards).toBeLessThanOrEqual(6)
        expect(present?.bytes).toBeLessThanOrEqual(60)
      }
    }),
    { numRuns },
  )
  await own.stop()
}
