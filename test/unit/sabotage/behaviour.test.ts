import { expect, test } from 'vitest'
import { behaviourOf, whyUseless } from '../../sabotage/behaviour.ts'

const now = `import { first } from './first.ts'
/** A comment. */
export const take = (list: string[]) => {
  const found = first(list)
  if (!found) throw new Error('There is nothing here.')
  return db.all\`select text from cards\`
}
`

const judged = async (from: string, to: string, text = now) =>
  whyUseless(await behaviourOf('a.ts', text), await behaviourOf('a.ts', text.replace(from, to)))

test('conditions, calls and SQL are behaviour', async () => {
  expect(await judged('!found', 'found')).toBeUndefined()
  expect(await judged('first(list)', 'first([])')).toBeUndefined()
  expect(await judged('from cards', 'from bin')).toBeUndefined()
  expect(await judged("  if (!found) throw new Error('There is nothing here.')\n", '')).toBeUndefined()
})

test('types, comments, sentences and what is never reached are not', async () => {
  const same = 'it changes types, comments, prose or dead code only'
  expect(await judged('string[]', 'readonly number[]')).toBe(same)
  expect(await judged('A comment', 'Another')).toBe(same)
  expect(await judged('There is nothing here.', 'Nothing is here.')).toBe(same)
  expect(await judged('cards`\n', 'cards`\n  return list[0]\n')).toBe(same)
})

test('what any test would notice, or none, proves nothing', async () => {
  expect(await judged('first(list)', 'second(list)')).toBe('it misses second')
  expect(await judged('./first.ts', './gone.ts')).toBe('it imports what may be gone')
  expect(await judged('export const', 'const')).toBe('it lacks what others import')
  expect(await judged('  const found', '  const most = 3\n  const found')).toBe('nothing uses most any more')
  expect(await judged('  const found', '  const [most, { least = 2 }] = list\n  const found')).toBe(
    'nothing uses most, least any more',
  )
})

test('a private member that is used must be declared', async () => {
  const counter = 'export class Counter {\n  #count = 0\n  next = () => ++this.#count\n}\n'
  expect(await judged('  #count = 0\n', '', counter)).toBe('it misses #count')
  expect(await judged('#count = 0', '#count = 1', counter)).toBeUndefined()
})

test('JSX is understood, and what does not parse is not', async () => {
  const page =
    'export const Page = ({ all }: { all: string[] }) => <p class="all">{all.length > 1 && all}</p>'
  const undone = page.replace('all.length > 1 && all', 'all')
  expect(whyUseless(await behaviourOf('a.tsx', page), await behaviourOf('a.tsx', undone))).toBeUndefined()
  await expect(behaviourOf('a.ts', 'if (')).rejects.toThrow()
})
