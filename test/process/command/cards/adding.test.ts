import { describe, expect, test } from 'vitest'
import { newDesks } from './desk.ts'

const desk = newDesks()

describe('adding', () => {
  test('takes all arguments as one card, and prints its place and short id', async () => {
    const told = await desk.shell.does('add', 'Water', 'the', 'plants')
    expect(told).toMatch(/^Added to the inbox: [g-z]{4} {2}Water the plants\n$/)
    expect(await desk.inboxTexts()).toEqual(['Water the plants'])
    const [, name = ''] = /: (\w+)/.exec(told) ?? []
    expect(await desk.shell.does('show', name)).toContain('Water the plants')
  })

  test('takes each line of standard input as a card, or all of it as one', async () => {
    const lines = '  Milk\r\n\n\tBread\n– Eggs'
    expect((await desk.shell.run(['add'], { input: lines })).told).toContain('Added to the inbox:\n')
    expect(await desk.inboxTexts()).toEqual(['Milk', 'Bread', '– Eggs'])
    await desk.shell.run(['add', '--whole', '-'], { input: 'Title\n\nNotes\n' })
    expect((await desk.inboxTexts()).at(-1)).toBe('Title\n\nNotes')
  })

  test('takes more lines than fit into one request, in their order', async () => {
    const lines = Array.from({ length: 230 }, (_, index) => `Line ${index}`)
    const { code } = await desk.shell.run(['add'], { input: lines.join('\n') })
    expect(code).toBe(0)
    expect(await desk.inboxTexts()).toEqual(lines)
  })

  test('goes to a project and a column by their beginnings, at its end', async () => {
    const { textsIn } = await desk.board()
    expect(await desk.shell.does('add', 'Sow', '--project', 'gard')).toMatch(/^Added to Garden: /)
    for (const input of ['Dig', 'Rake\nHoe'])
      expect((await desk.shell.run(['add', '--project', 'GARDEN', '--to', 'doing'], { input })).told).toMatch(
        /^Added to Garden \/ Doing:/,
      )
    await desk.shell.does('add', 'Plan', '--project', 'Garden', '--to', 'Done')
    expect(await textsIn('To do')).toEqual(['Sow'])
    expect(await textsIn('Doing')).toEqual(['Dig', 'Rake', 'Hoe'])
    expect(await textsIn('Done')).toEqual(['✓ Plan'])
  })

  test('lists the projects and columns if the named one does not exist, and adds nothing', async () => {
    await desk.board('Garden')
    await desk.board('Garage')
    const [missing, several, column, none] = await Promise.all([
      desk.shell.refuses('add', 'x', '--project', 'House'),
      desk.shell.refuses('add', 'x', '--project', 'Gar'),
      desk.shell.refuses('add', 'x', '--project', 'Garden', '--to', 'do'),
      desk.shell.refuses('add', 'x', '--to', 'Doing'),
    ])
    expect(missing).toMatch(/No project matches "House"\. The projects are:\n.+"Garden"\n.+"Garage"\n/)
    expect(several).toMatch(/Several projects match "Gar": .+\n.+"Garden"\n.+"Garage"\n/)
    expect(column).toMatch(/Several columns match "do": .+\n.+"Doing"\n.+"Done"\n/)
    expect(none).toContain('The inbox has no columns')
    expect(await desk.inboxTexts()).toEqual([])
    expect(await desk.shell.does('outbox')).toBe('Nothing is waiting to be sent.\n')
  })

  test('without a text is no use', async () => {
    for (const [words, input] of [
      [['add'], ' \n\n'],
      [['add', ' '], ''],
    ] as const)
      expect(await desk.shell.run([...words], { input })).toMatchObject({ code: 2, told: '' })
  })

  test('answers programs with the cards', async () => {
    const { cards, kept } = await desk.shell.json('add', 'Milk')
    expect(cards).toMatchObject([{ text: 'Milk', position: 0 }])
    expect(kept).toEqual([])
  })
})
