import { expect, test } from 'vitest'
import { found, withCards } from './searching.ts'

test('the whole cards are answered, from the inbox and from every project', async () => {
  const { client } = await withCards('Sow beans')
  const { project } = await client.addProject({ title: 'Beans' })
  await client.addProjectCard({ project_id: project.id, text: 'Pick BEANS', complete: true })
  const { cards } = await client.searchCards({ q: 'beans' })
  const { cards: ofProject } = await client.listProjectCards({ project_id: project.id })
  const { cards: ofInbox } = await client.listInboxCards()
  expect(cards).toEqual([...ofProject, ...ofInbox])
})

test('finds ß, ł, ø, đ, æ, œ and ı by their plain letters', async () => {
  const texts = ['Straße', 'Łódź', 'Smørrebrød', 'Đà Nẵng', 'Æsop', 'Œuvre', 'Sarı']
  const { client } = await withCards(...texts)
  for (const [index, q] of ['STRASSE', 'lodz', 'smorrebrod', 'da nang', 'aesop', 'oeuvre', 'sari'].entries())
    expect(await found(client, q)).toEqual([texts[index]])
  expect(await found(client, 'ß')).toEqual(['Straße'])
})

test("never finds other people's cards, or deleted ones", async () => {
  const [one, other] = [await withCards('Prune the apple tree'), await withCards('Apple pie')]
  expect(await found(one.client, 'apple')).toEqual(['Prune the apple tree'])
  expect(await found(other.client, 'apple')).toEqual(['Apple pie'])
  const { cards } = await one.client.listInboxCards()
  await one.client.removeCard({ id: cards[0]?.id ?? '' })
  expect(await found(one.client, 'apple')).toEqual([])

  const { project } = await other.client.addProject({ title: 'Kitchen' })
  await other.client.addProjectCard({ project_id: project.id, text: 'Apple juice' })
  await other.client.removeProject({ project_id: project.id })
  expect(await found(other.client, 'apple')).toEqual(['Apple pie'])
})

test('the bounds of a search are not refused', async () => {
  const { client } = await withCards('a')
  expect(await found(client, 'a', 1)).toEqual(['a'])
  expect(await found(client, 'a', 200)).toEqual(['a'])
  expect(await found(client, 'a '.repeat(1000))).toEqual(['a'])
})
