import { describe, expect, test } from 'vitest'
import { inboard } from '../../../support/service/shared.ts'
import { newDesks } from './desk.ts'

const desk = newDesks()

describe('undo', () => {
  test('undoes commands, the last one first', async () => {
    const { textsIn } = await desk.board()
    await desk.shell.run(['add'], { input: 'Milk\nBread\nEggs' })
    const before = await desk.client.listInboxCards()
    await desk.shell.does('mv', 'bread', '--project', 'Garden', '--to', 'Done')
    await desk.shell.does('done', 'milk')
    await desk.shell.does('edit', 'eggs', '--text', 'Six eggs')
    await desk.shell.does('rm', 'milk', 'eggs')
    expect(await desk.inboxTexts()).toEqual([])

    expect(await desk.shell.does('undo')).toBe('Undone: deleting 2 cards\n')
    expect(await desk.inboxTexts()).toEqual(['Milk', 'Six eggs'])
    expect(await desk.shell.does('undo')).toBe('Undone: editing "Eggs"\n')
    expect(await desk.shell.does('undo')).toBe('Undone: completing "Milk"\n')
    expect(await textsIn('Done')).toEqual(['✓ Bread'])
    expect(await desk.shell.does('undo')).toBe('Undone: moving "Bread"\n')
    const essence = (some: typeof before) =>
      some.cards.map(({ id, text, complete, position }) => ({ id, text, complete, position }))
    expect(essence(await desk.client.listInboxCards())).toEqual(essence(before))
    expect(await desk.shell.does('undo')).toBe('Undone: adding 3 cards\n')
    expect(await desk.inboxTexts()).toEqual([])
    expect((await desk.client.listBin()).items).toHaveLength(3)
    expect(await desk.shell.refuses('undo')).toContain('There is nothing to undo')
  })

  test('leaves alone cards that somebody else has changed since', async () => {
    const { id } = await desk.add('Milk')
    await desk.shell.does('edit', 'milk', '--text', 'Oat milk')
    await desk.client.editCard({ id, text: 'Soy milk' })
    expect(await desk.shell.refuses('undo')).toBe(
      'Soy milk: it was changed since then, so it was left alone.\n',
    )
    const { project } = await desk.board()
    await desk.shell.does('mv', 'soy', '--project', 'Garden')
    await desk.client.editCard({ id, text: 'Rice milk' })
    expect(await desk.shell.refuses('undo')).toBe(
      'Rice milk: it was changed since then, so it was left alone.\n',
    )
    expect((await desk.client.readCard({ id })).card).toMatchObject({
      text: 'Rice milk',
      project_id: project.id,
    })
  })

  test('undoes only changes of this login', async () => {
    await desk.shell.does('add', 'Milk')
    const other = await inboard.signIn()
    await desk.shell.logIn(inboard.url, other)
    expect(await desk.shell.refuses('undo')).toContain('There is nothing to undo')
  })
})
