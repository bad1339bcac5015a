import { expect, test } from 'vitest'
import { withProject } from './boards.ts'

test('cards are listed by status, then position, then id', async () => {
  const { client, project_id, todo, doing, done } = await withProject()
  const ids: Record<string, string> = {}
  for (const text of ['a', 'b', 'c', 'd', 'e'])
    ids[text] = (await client.addProjectCard({ project_id, text })).card.id
  const put = (status_id: string, ...names: string[]) =>
    client.setColumn({ project_id, status_id, card_ids: names.map((name) => ids[name] ?? '') })
  await put(done, 'a', 'b')
  await put(doing, 'c')
  await client.editCard({ id: ids.b ?? '', position: 0 })
  const { cards } = await client.listProjectCards({ project_id })
  expect(cards.map(({ text, status_id }) => [text, status_id])).toEqual([
    ['d', todo],
    ['e', todo],
    ['c', doing],
    ['a', done],
    ['b', done],
  ])
})
