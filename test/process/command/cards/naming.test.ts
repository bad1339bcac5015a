import { describe, expect, test } from 'vitest'
import { newDesks } from './desk.ts'

const desk = newDesks()

describe('a card is named', () => {
  test('by the letters before it, a beginning of its id, or words of its text', async () => {
    const { id } = await desk.add('Grüße an Émile')
    await desk.add('Something else')
    const [, letters = ''] = /(\w{4}) {2}Grüße/.exec(await desk.shell.does('ls')) ?? []
    const names = [letters, id.slice(0, 18), 'EMILE an']
    const shown = await Promise.all(names.map((name) => desk.shell.json('show', name)))
    expect(shown.map(({ card }) => card.id)).toEqual(names.map(() => id))
  })

  test('ambiguously, which lists the candidates and does nothing', async () => {
    await desk.add('Milk, two litres')
    await desk.add('Milk for the cat')
    const [complaint, missing] = await Promise.all([
      desk.shell.refuses('rm', 'milk'),
      desk.shell.refuses('rm', 'milk cat', 'bread'),
    ])
    expect(complaint).toMatch(/^Several cards match "milk": use the letters/)
    expect(complaint).toMatch(/ {2}\[ \] [g-z]{4} Milk, two litres \(in Inbox\)\n/)
    expect(complaint).toMatch(/ {2}\[ \] [g-z]{4} Milk for the cat \(in Inbox\)\n/)
    expect(missing).toContain('No card matches "bread"')
    expect(await desk.inboxTexts()).toHaveLength(2)
  })

  test('by all of its text, even if another one contains it', async () => {
    await desk.add('Milk')
    await desk.add('Milk for the cat')
    await desk.shell.does('rm', 'milk')
    expect(await desk.inboxTexts()).toEqual(['Milk for the cat'])
  })

  test.each(['show', 'done', 'edit'])('by several words without quotes, alike for "%s"', async (command) => {
    const texts = ['Water the plants', 'Buy plants', 'Milk', 'Bread', 'Milk and bread']
    for (const text of texts) await desk.add(text)
    const letters = new Map(texts.map((text) => [text, new RegExp(`(\\w{4}) {2}${text}\\n`)] as const))
    const ls = await desk.shell.does('ls')
    const of = (text: string) => letters.get(text)?.exec(ls)?.[1] ?? ''
    const environment = { EDITOR: 'sed -i s/^/Do:/' }
    const told = async (...words: string[]) => {
      const { told, complaint } = await desk.shell.run([command, ...words], { environment })
      return `${told}${complaint}`
    }
    const [unknown, either] = await Promise.all([told('water', 'flowers'), told('milk', 'bread')])
    expect(unknown).toContain('No card matches "flowers"')
    expect(either).toMatch(/^"milk bread" can mean one card or several:\n(.+\n){3}Put the words/)
    expect(await told('water', 'plants')).toContain('Water the plants')
    const both = await told(of('Milk'), of('Bread'))
    expect(both).toMatch(/Milk\n.*Bread\n/s)
    expect(both).not.toContain('and')
    expect(await told('milk and')).toContain('Milk and bread')
  })

  test('for completing only among open cards, if there are any', async () => {
    await desk.client.addInboxCard({ text: 'Milk', complete: true })
    const { id } = await desk.add('Milk')
    await desk.shell.does('done', 'milk')
    expect((await desk.client.readCard({ id })).card.complete).toBe(true)
  })
})
