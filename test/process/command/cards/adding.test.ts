import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../../src/client/client.ts'
import { atShell, type Shell } from '../../../support/processes/shell.ts'
import { eventually, startTestInboard, type TestInboard } from '../../../support/service/inboard.ts'

let inboard: TestInboard
let shell: Shell
let client: Client
const shells: Shell[] = []

beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(async () => {
  for (const one of shells) one.remove()
  await inboard.stop()
})
beforeEach(async () => {
  ;({ shell, client } = await atShell(inboard))
  shells.push(shell)
})

const inboxTexts = async () => (await client.listInboxCards()).cards.map(({ text }) => text)
const add = async (text: string) => (await client.addInboxCard({ text })).card
async function board(title = 'Garden') {
  const { project } = await client.addProject({ title })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const textsIn = async (column: string) => {
    const { id } = statuses.find(({ name }) => name === column) ?? {}
    const { cards } = await client.listProjectCards({ project_id: project.id })
    return cards
      .filter(({ status_id }) => status_id === id)
      .map(({ text, complete }) => `${complete ? '✓ ' : ''}${text}`)
  }
  return { project, textsIn }
}

describe('adding', () => {
  test('takes all words as one card, and says where it is and how it is called', async () => {
    const told = await shell.does('add', 'Water', 'the', 'plants')
    expect(told).toMatch(/^Added to the inbox: [g-z]{4} {2}Water the plants\n$/)
    expect(await inboxTexts()).toEqual(['Water the plants'])
    const [, name = ''] = /: (\w+)/.exec(told) ?? []
    expect(await shell.does('show', name)).toContain('Water the plants')
  })

  test('takes every line of standard input as a card, or all of it as one', async () => {
    const lines = '  Milk\r\n\n\tBread\n– Eggs'
    expect((await shell.run(['add'], { input: lines })).told).toContain('Added 3 cards to the inbox:\n')
    expect(await inboxTexts()).toEqual(['Milk', 'Bread', '– Eggs'])
    await shell.run(['add', '--whole', '-'], { input: 'Title\n\nNotes\n' })
    expect((await inboxTexts()).at(-1)).toBe('Title\n\nNotes')
  })

  test('takes more lines than fit into one request, in their order', async () => {
    const lines = Array.from({ length: 230 }, (_, index) => `Line ${index}`)
    const { code } = await shell.run(['add'], { input: lines.join('\n') })
    expect(code).toBe(0)
    expect(await inboxTexts()).toEqual(lines)
  })

  test('goes to a project and a column by their beginnings, at its end', async () => {
    const { textsIn } = await board()
    expect(await shell.does('add', 'Sow', '--project', 'gard')).toMatch(/^Added to Garden: /)
    for (const text of ['Dig', 'Rake'])
      expect(await shell.does('add', text, '--project', 'GARDEN', '--to', 'doing')).toMatch(
        /^Added to Garden \/ Doing: /,
      )
    await shell.does('add', 'Plan', '--project', 'Garden', '--to', 'Done')
    expect(await textsIn('To do')).toEqual(['Sow'])
    expect(await textsIn('Doing')).toEqual(['Dig', 'Rake'])
    expect(await textsIn('Done')).toEqual(['✓ Plan'])
  })

  test('says which projects and columns there are, if the named one is not, and adds nothing', async () => {
    await board('Garden')
    await board('Garage')
    expect(await shell.refuses('add', 'x', '--project', 'House')).toMatch(
      /There is no project called "House"\. There are:\n\n.+Garden\n.+Garage\n/,
    )
    expect(await shell.refuses('add', 'x', '--project', 'Gar')).toMatch(
      /Several projects are called "Gar":\n\n.+Garden\n.+Garage\n/,
    )
    expect(await shell.refuses('add', 'x', '--project', 'Garden', '--to', 'do')).toMatch(/Doing\n.+Done\n/)
    expect(await shell.refuses('add', 'x', '--to', 'Doing')).toContain('The inbox has no columns')
    expect(await inboxTexts()).toEqual([])
    expect(await shell.does('outbox')).toBe('Nothing waits to be sent.\n')
  })

  test('without a text is no use', async () => {
    for (const [words, input] of [
      [['add'], ' \n\n'],
      [['add', ' '], ''],
    ] as const)
      expect(await shell.run([...words], { input })).toMatchObject({ code: 2, told: '' })
  })

  test('answers programs with the cards', async () => {
    const { cards, kept } = await shell.json('add', 'Milk')
    expect(cards).toMatchObject([{ text: 'Milk', position: 0 }])
    expect(kept).toEqual([])
  })
})

describe('a card is named', () => {
  test('by the letters before it, a beginning of its id, or words of its text', async () => {
    const { id } = await add('Grüße an Émile')
    await add('Something else')
    const [, letters = ''] = /(\w{4}) {2}Grüße/.exec(await shell.does('ls')) ?? []
    for (const name of [letters, id, id.slice(0, 18), 'gruße', 'EMILE an'])
      expect((await shell.json('show', name)).card.id).toBe(id)
  })

  test('or the candidates are listed, and nothing is done', async () => {
    await add('Milk, two litres')
    await add('Milk for the cat')
    const complaint = await shell.refuses('rm', 'milk')
    expect(complaint).toMatch(/^2 cards could be meant by "milk":\n\n/)
    expect(complaint).toMatch(/ {2}[g-z]{4} {2}Milk, two litres {2}\(Inbox\)\n/)
    expect(complaint).toMatch(/ {2}[g-z]{4} {2}Milk for the cat {2}\(Inbox\)\n/)
    expect(await shell.refuses('rm', 'milk cat', 'bread')).toContain('No card is called "bread"')
    expect(await inboxTexts()).toHaveLength(2)
  })

  test('by all of its text, even if another one contains it', async () => {
    await add('Milk')
    await add('Milk for the cat')
    await shell.does('rm', 'milk')
    expect(await inboxTexts()).toEqual(['Milk for the cat'])
  })

  test('and completing does not mean what is complete', async () => {
    await client.addInboxCard({ text: 'Milk', complete: true })
    const { id } = await add('Milk')
    await shell.does('done', 'milk')
    expect((await client.readCard({ id })).card.complete).toBe(true)
  })
})

describe('listing', () => {
  test('shows the inbox and the projects, and a project with its columns', async () => {
    const { project } = await board()
    await add('Milk\ntwo litres')
    await client.addInboxCard({ text: 'Bread', complete: true })
    await client.addProjectCard({ project_id: project.id, text: 'Sow' })
    expect(await shell.does('ls')).toMatch(
      /^Inbox\n {2}\w{4} {2}Milk …\n {2}\+ 1 done\n\nProjects\n {2}Garden {2}1 card\n$/,
    )
    expect(await shell.does('ls', '--done')).toContain('✓ Bread')
    expect(await shell.does('ls', 'garden')).toMatch(
      /^Garden\n {2}To do\n {4}\w{4} {2}Sow\n {2}Doing\n {4}–\n {2}Done\n {4}–\n$/,
    )
    expect(await shell.does('ls', 'garden', 'to')).toMatch(/^Garden \/ To do\n {2}\w{4} {2}Sow\n$/)
    expect(await shell.json('ls')).toMatchObject({
      inbox: [{ text: 'Milk\ntwo litres' }],
      projects: [{ title: 'Garden' }],
    })
    expect(await shell.json('ls', 'Garden')).toMatchObject({
      title: 'Garden',
      columns: [{ cards: [{ text: 'Sow' }] }, {}, {}],
    })
    expect((await shell.json('ls', '--all')).projects[0].columns[0].cards).toMatchObject([{ text: 'Sow' }])
  })

  test('finds words in all cards, whatever their accents, what was changed last first', async () => {
    const { project } = await board()
    await client.addProjectCard({ project_id: project.id, text: 'Crème fraîche' })
    await add('crème brûlée')
    await add('Milk')
    expect((await shell.does('find', 'CREME')).split('\n')).toEqual([
      expect.stringMatching(/crème brûlée {2}Inbox$/),
      expect.stringMatching(/Crème fraîche {2}Garden \/ To do$/),
      '',
    ])
    expect((await shell.json('find', 'milk')).cards).toHaveLength(1)
    expect(await shell.refuses('find', 'cheese')).toBe('No card has "cheese" in it.\n')
  })

  test('lets no text command the terminal', async () => {
    const evil = 'Red \x1b[31m\x1b]0;title\x07\u009b2J\u202eesrever\x7f'
    await add(`${evil}\nmore \x1b[2J`)
    await client.addProject({ title: 'P\x1b[31m' })
    const outputs = await Promise.all([
      shell.does('ls'),
      shell.does('find', 'red'),
      shell.does('show', 'red'),
      shell.does('show', 'red', '--json'),
      shell.does('done', 'red'),
      shell.refuses('ls', 'Q\x1b[31m'),
    ])
    for (const one of outputs) expect(one).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(outputs[0]).toContain('Red \\x1b[31m\\x1b]0;title\\x07\\x9b2J\\u202eesrever\\x7f')
    expect(JSON.parse(outputs[3]).card.text).toBe(`${evil}\nmore \x1b[2J`)
  })

  test('has colours on a terminal alone, and not against NO_COLOR', async () => {
    await add('Milk')
    expect(await shell.does('ls')).not.toContain('\x1b')
    expect((await shell.onTerminal(['ls'])).told).toContain('\x1b[1mInbox')
    expect((await shell.onTerminal(['ls'], { environment: { NO_COLOR: '1' } })).told).not.toContain('\x1b')
  })

  test('ends quietly when nobody reads on', async () => {
    await shell.run(['add'], { input: 'x\n'.repeat(300) })
    const ended = await shell.onTerminal(['ls', '|', 'head', '-1'])
    expect(ended).toMatchObject({ code: 0, told: 'Inbox\r\n' })
  })
})

describe('moving', () => {
  test('goes to the end of a column, and completes in the last one as the web app does', async () => {
    const { textsIn } = await board()
    for (const text of ['Sow', 'Dig', 'Rake']) await add(text)
    expect(await shell.does('mv', 'sow', 'dig', '--project', 'Garden')).toMatch(
      /^Moved to Garden \/ To do:\n.+Sow\n.+Dig\n$/,
    )
    await shell.does('mv', 'rake', '--project', 'Garden', '--top')
    expect(await textsIn('To do')).toEqual(['Rake', 'Sow', 'Dig'])
    expect(await shell.does('mv', 'dig', '--to', 'done')).toMatch(
      /^Moved to Garden \/ Done: \w{4} {2}✓ Dig\n$/,
    )
    expect(await textsIn('Done')).toEqual(['✓ Dig'])
    await shell.does('mv', 'dig', '--to', 'doing')
    expect(await textsIn('Doing')).toEqual(['Dig'])
    await shell.does('mv', 'dig', '--to', 'inbox')
    expect(await inboxTexts()).toEqual(['Dig'])
  })

  test('needs to know where to', async () => {
    await board()
    await add('Sow')
    expect(await shell.refuses('mv', 'sow', '--to', 'Doing')).toMatch(
      /The inbox has no columns.*:\n\n {2}Garden\n/s,
    )
    expect(await shell.run(['mv', 'sow'])).toMatchObject({ code: 2 })
  })

  test('does not undo what another has moved meanwhile', async () => {
    const { project, textsIn } = await board()
    for (const text of ['A', 'B', 'C']) await client.addProjectCard({ project_id: project.id, text })
    await Promise.all([
      shell.does('mv', 'a', '--to', 'doing'),
      shell.does('mv', 'b', '--to', 'doing'),
      shell.does('mv', 'c', '--to', 'done'),
    ])
    expect((await textsIn('Doing')).toSorted()).toEqual(['A', 'B'])
    expect(await textsIn('Done')).toEqual(['✓ C'])
  })
})

describe('undo', () => {
  test('takes back what was done, from the last to the first', async () => {
    const { textsIn } = await board()
    await shell.run(['add'], { input: 'Milk\nBread\nEggs' })
    const before = await client.listInboxCards()
    await shell.does('mv', 'bread', '--project', 'Garden', '--to', 'Done')
    await shell.does('done', 'milk')
    await shell.does('edit', 'eggs', '--text', 'Six eggs')
    await shell.does('rm', 'milk', 'eggs')
    expect(await inboxTexts()).toEqual([])

    expect(await shell.does('undo')).toBe('Undone: deleting 2 cards\n')
    expect(await inboxTexts()).toEqual(['Milk', 'Six eggs'])
    expect(await shell.does('undo')).toBe('Undone: editing "Eggs"\n')
    expect(await shell.does('undo')).toBe('Undone: completing "Milk"\n')
    expect(await textsIn('Done')).toEqual(['✓ Bread'])
    expect(await shell.does('undo')).toBe('Undone: moving "Bread"\n')
    const essence = (some: typeof before) =>
      some.cards.map(({ id, text, complete, position }) => ({ id, text, complete, position }))
    expect(essence(await client.listInboxCards())).toEqual(essence(before))
    expect(await shell.does('undo')).toBe('Undone: adding 3 cards\n')
    expect(await inboxTexts()).toEqual([])
    expect((await client.listBin()).items).toHaveLength(3)
    expect(await shell.refuses('undo')).toContain('There is nothing to undo')
  })

  test('leaves alone what another has changed since', async () => {
    const { id } = await add('Milk')
    await shell.does('edit', 'milk', '--text', 'Oat milk')
    await client.editCard({ id, text: 'Soy milk' })
    expect(await shell.refuses('undo')).toBe('Soy milk: it was changed since then, and stays as it is.\n')
    const { project } = await board()
    await shell.does('mv', 'soy', '--project', 'Garden')
    await client.editCard({ id, text: 'Rice milk' })
    expect(await shell.refuses('undo')).toBe('Rice milk: it was changed since then, and stays as it is.\n')
    expect((await client.readCard({ id })).card).toMatchObject({ text: 'Rice milk', project_id: project.id })
  })

  test('is of this login alone', async () => {
    await shell.does('add', 'Milk')
    const other = await inboard.signIn()
    await shell.logIn(inboard.url, other)
    expect(await shell.refuses('undo')).toContain('There is nothing to undo')
  })
})

describe('editing', () => {
  const editor = (script: string) => {
    const file = join(shell.home, 'editor')
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
    return { EDITOR: `${file} --wait` }
  }

  test('opens the text in the editor, options and all, and saves what it left', async () => {
    const { id } = await add('Milk\ntwo litres')
    const environment = editor('[ "$1" = --wait ] && sed -i s/two/three/ "$2"')
    expect(await shell.run(['edit', 'milk'], { environment })).toMatchObject({ code: 0 })
    expect((await client.readCard({ id })).card.text).toBe('Milk\nthree litres')
    const visual = { ...editor('exit 1'), VISUAL: 'true' }
    expect((await shell.run(['edit', 'milk'], { environment: visual })).complaint).toBe(
      'Nothing is changed.\n',
    )
  })

  test('does not overwrite what another has written meanwhile, and keeps the text', async () => {
    const { id } = await add('Milk')
    const seen = join(shell.home, 'seen')
    const ended = shell.run(['edit', 'milk'], {
      environment: editor(`echo Mine > "$2"; touch ${seen}; while [ -e ${seen} ]; do sleep 0.05; done`),
    })
    await eventually(() => existsSync(seen) || undefined, 'the editor to open')
    await client.editCard({ id, text: 'Theirs' })
    rmSync(seen)
    const { code, complaint } = await ended
    expect(code).toBe(1)
    expect(complaint).toMatch(/^The card was changed meanwhile, and that is not overwritten\.\n/)
    const [, file = ''] = /Your text is in (\S+)\./.exec(complaint) ?? []
    expect(readFileSync(file, 'utf8')).toBe('Mine\n')
    expect((await client.readCard({ id })).card.text).toBe('Theirs')
  })

  test('keeps the text that the server refuses, and changes nothing where the editor fails or leaves nothing', async () => {
    await add('Milk')
    const long = await shell.run(['edit', 'milk'], {
      environment: editor('head -c 3000 /dev/zero | tr "\\0" x > "$2"'),
    })
    expect(long.code).toBe(1)
    const [, file = ''] = /Your text is in (\S+)\./.exec(long.complaint) ?? []
    expect(readFileSync(file, 'utf8')).toHaveLength(3000)
    for (const [script, sentence] of [
      ['exit 3', 'The editor ended with code 3, so nothing is changed.'],
      [': > "$2"', 'The text is empty, so nothing is changed.'],
    ] as const) {
      const { code, complaint } = await shell.run(['edit', 'milk'], { environment: editor(script) })
      expect(code).toBe(1)
      expect(complaint).toContain(sentence)
    }
    const none = await shell.run(['edit', 'milk'], { environment: { EDITOR: 'no-such-editor' } })
    expect(none.complaint).toContain('There is no editor "no-such-editor".')
    expect(await inboxTexts()).toEqual(['Milk'])
  })
})

test('watching prints what changes, as it changes, until nobody reads any more', async () => {
  const { project } = await board()
  const { card } = await client.addProjectCard({ project_id: project.id, text: 'Sow' })
  const lines: string[] = []
  const watching = [shell.start(['watch']), shell.start(['watch', 'garden', '--json'])]
  const texts = watching.map(() => '')
  for (const [index, child] of watching.entries())
    child.stdout.on('data', (data) => {
      texts[index] += data
    })
  // Each has seen the account before it listens: what it prints first is what came later.
  const poke = async () => {
    await client.editCard({ id: card.id, text: `Sow ${Math.random()}` })
    return texts.every((text) => text.includes('edited')) || undefined
  }
  await eventually(poke, 'both to watch')
  await client.addInboxCard({ text: 'Elsewhere' })
  await client.editCard({ id: card.id, complete: true })
  await client.removeCard({ id: card.id })
  const all = await eventually(
    () => (texts.every((text) => text.includes('deleted')) ? texts : undefined),
    'the deletion to be printed',
  )
  lines.push(...(all[0] ?? '').trim().split('\n'))
  expect(lines.at(-3)).toMatch(/ {2}added: [g-z]{4} {2}Elsewhere {2}\(Inbox\)$/)
  expect(lines.at(-2)).toMatch(/ {2}completed: [g-z]{4} {2}Sow 0\.\d+ {2}\(Garden \/ To do\)$/)
  expect(lines.at(-1)).toMatch(/ {2}deleted: [g-z]{4} {2}Sow/)
  const events = (all[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(events.some(({ text }) => text === 'Elsewhere')).toBe(false)
  expect(events.at(-1)).toMatchObject({ kind: 'card', what: ['deleted'], id: card.id })

  for (const child of watching) child.stdout.destroy()
  const ended = watching.map((child) => new Promise((resolve) => child.on('exit', resolve)))
  const noise = setInterval(() => void client.addInboxCard({ text: 'Noise' }), 100)
  // The one that watches a project hears nothing of the inbox.
  await ended[0]
  clearInterval(noise)
  watching[1]?.kill()
  await ended[1]
})
