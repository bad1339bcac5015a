import { describe, expect, test } from 'vitest'
import { newDesks } from './desk.ts'

const desk = newDesks()

describe('listing', () => {
  test('shows the inbox and the projects, and a project with its columns', async () => {
    const { project } = await desk.board()
    await desk.add('Milk\ntwo litres')
    await desk.client.addInboxCard({ text: 'Bread', complete: true })
    await desk.client.addProjectCard({ project_id: project.id, text: 'Sow' })
    const { shell } = desk
    const [inbox, done, garden, column] = await Promise.all([
      shell.does('ls'),
      shell.does('ls', '--done'),
      shell.does('ls', 'garden'),
      shell.does('ls', 'garden', 'to'),
    ])
    expect(inbox).toMatch(/^Inbox\n {2}\w{4} {2}Milk …\n {2}\+ 1 done\n\nProjects\n {2}Garden {2}1 card\n$/)
    expect(done).toContain('✓ Bread')
    expect(garden).toMatch(/^Garden\n {2}To do\n {4}\w{4} {2}Sow\n {2}Doing\n {4}–\n {2}Done\n {4}–\n$/)
    expect(column).toMatch(/^Garden \/ To do\n {2}\w{4} {2}Sow\n$/)
    const documents = await Promise.all([
      shell.json('ls'),
      shell.json('ls', 'Garden'),
      shell.json('ls', '--all'),
    ])
    const columns = [{ cards: [{ text: 'Sow' }] }, {}, {}]
    expect(documents).toMatchObject([
      { inbox: [{ text: 'Milk\ntwo litres' }], projects: [{ title: 'Garden' }] },
      { title: 'Garden', columns },
      { projects: [{ columns }] },
    ])
  })

  test('finds words in all cards, ignoring accents, last changed first', async () => {
    const { project } = await desk.board()
    await desk.client.addProjectCard({ project_id: project.id, text: 'Crème fraîche' })
    await desk.add('crème brûlée')
    await desk.add('Milk')
    const [found, document, missing] = await Promise.all([
      desk.shell.does('find', 'CREME'),
      desk.shell.json('find', 'milk'),
      desk.shell.refuses('find', 'cheese'),
    ])
    expect(found.split('\n')).toEqual([
      expect.stringMatching(/crème brûlée {2}Inbox$/),
      expect.stringMatching(/Crème fraîche {2}Garden \/ To do$/),
      '',
    ])
    expect(document.cards).toHaveLength(1)
    expect(missing).toBe('No card contains "cheese".\n')
  })

  test('lets no text command the terminal', async () => {
    const evil = 'Red \x1b[31m\x1b]0;title\x07\u009b2J\u202eesrever\x7f'
    await desk.add(`${evil}\nmore \x1b[2J`)
    await desk.client.addProject({ title: 'P\x1b[31m' })
    const outputs = await Promise.all([
      desk.shell.does('ls'),
      desk.shell.does('find', 'red'),
      desk.shell.does('show', 'red'),
      desk.shell.does('show', 'red', '--json'),
      desk.shell.refuses('ls', 'Q\x1b[31m'),
    ])
    outputs.push(await desk.shell.does('done', 'red'))
    for (const one of outputs) expect(one).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(outputs[0]).toContain('Red \\x1b[31m\\x1b]0;title\\x07\\x9b2J\\u202eesrever\\x7f')
    expect(JSON.parse(outputs[3]).card.text).toBe(`${evil}\nmore \x1b[2J`)
  })

  test('uses colours only on a terminal without NO_COLOR', async () => {
    await desk.add('Milk')
    const [piped, shown, plain] = await Promise.all([
      desk.shell.does('ls'),
      desk.shell.onTerminal(['ls']),
      desk.shell.onTerminal(['ls'], { environment: { NO_COLOR: '1' } }),
    ])
    expect(piped).not.toContain('\x1b')
    expect(shown.told).toContain('\x1b[1mInbox')
    expect(plain.told).not.toContain('\x1b')
  })

  test('ends quietly when its output is closed', async () => {
    const body = { text: 'x'.repeat(1000) }
    const operations = Array.from({ length: 100 }, () => ({ method: 'POST', path: '/api/inbox/cards', body }))
    await desk.client.batch({ operations })
    const ended = await desk.shell.onTerminal(['ls', '|', 'head', '-1'])
    expect(ended).toMatchObject({ code: 0, told: 'Inbox\r\n' })
  })
})
