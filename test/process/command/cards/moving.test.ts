import { describe, expect, test } from 'vitest'
import { newDesks } from './desk.ts'

const desk = newDesks()

describe('moving', () => {
  test('goes to the end of a column, and completes in the last one as the web app does', async () => {
    const { textsIn } = await desk.board()
    for (const text of ['Sow', 'Dig', 'Rake']) await desk.add(text)
    expect(await desk.shell.does('mv', 'sow', 'dig', '--project', 'Garden')).toMatch(
      /^Moved to Garden \/ To do:\n.+Sow\n.+Dig\n$/,
    )
    await desk.shell.does('mv', 'rake', '--project', 'Garden', '--top')
    expect(await textsIn('To do')).toEqual(['Rake', 'Sow', 'Dig'])
    expect(await desk.shell.does('mv', 'dig', '--to', 'done')).toMatch(
      /^Moved to Garden \/ Done: \w{4} {2}✓ Dig\n$/,
    )
    expect(await textsIn('Done')).toEqual(['✓ Dig'])
    await desk.client.addProject({ title: 'Doing the roof' })
    await desk.shell.does('mv', 'dig', '--to', 'doing')
    expect(await textsIn('Doing')).toEqual(['Dig'])
    await desk.shell.does('mv', 'dig', '--to', 'inbox')
    expect(await desk.inboxTexts()).toEqual(['Dig'])
  })

  test('asks for the project of a column, unless it is that of the cards', async () => {
    await desk.board()
    await desk.add('Sow')
    expect(await desk.shell.refuses('mv', 'sow', '--to', 'Doing')).toMatch(
      /^No project matches "Doing"\. The projects are:\n {2}[g-z]{8} "Garden"\n$/,
    )
    expect(await desk.shell.run(['mv', 'sow'])).toMatchObject({ code: 2 })
  })

  test('does not undo moves that somebody else has changed', async () => {
    const { project, textsIn } = await desk.board()
    for (const text of ['A', 'B', 'C']) await desk.client.addProjectCard({ project_id: project.id, text })
    await Promise.all([
      desk.shell.does('mv', 'a', '--to', 'doing'),
      desk.shell.does('mv', 'b', '--to', 'doing'),
      desk.shell.does('mv', 'c', '--to', 'done'),
    ])
    expect((await textsIn('Doing')).toSorted()).toEqual(['A', 'B'])
    expect(await textsIn('Done')).toEqual(['✓ C'])
  })
})
