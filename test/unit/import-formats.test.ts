import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../src/server/problems.ts'
import { arrange } from '../../src/server/transfer/arrange.ts'
import { readChoice } from '../../src/server/transfer/lists.ts'
import { readFile } from '../../src/server/transfer/read-file.ts'
import { pathOfFile } from '../support/import-files/files.ts'
import { root } from '../support/processes/process.ts'

type Columns = Record<string, string[]>

interface Outcome {
  format: string
  boards: Record<string, Columns>
  inbox: string[]
  lists: Record<string, string>
  leftOut: number
}

/** What a file becomes: the texts of the cards, those that are complete with a tick before them. */
function importing(type: string, content: string | Uint8Array, lists?: string): Outcome {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { format, plan } = readFile({ type, bytes }, 'Untitled')
  const { boards, inbox, lists: found, leftOut } = arrange(plan, readChoice(lists), 'Untitled')
  const texts = (cards: readonly { text: string; complete: boolean }[]) =>
    cards.map(({ text, complete }) => (complete ? `✓ ${text}` : text))
  const names = ['To do', 'Doing', 'Done']
  return {
    format,
    boards: Object.fromEntries(
      boards.map(({ title, columns }) => [
        title,
        Object.fromEntries(
          columns.flatMap((cards, index) => (cards.length > 0 ? [[names[index], texts(cards)]] : [])),
        ),
      ]),
    ),
    inbox: texts(inbox),
    lists: Object.fromEntries(found.map(({ name, status }) => [name, status])),
    leftOut,
  }
}

const importingFile = (name: string, type: string, lists?: string) =>
  importing(type, readFileSync(pathOfFile(name)), lists)

function refusalOf(type: string, content: string | Uint8Array, lists?: string): string {
  try {
    return `accepted: ${JSON.stringify(importing(type, content, lists))}`
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, detail, errors } = error.problem
    return errors ? errors.map(({ field, message }) => `${field}: ${message}`).join() : `${code} ${detail}`
  }
}

const csv = (...lines: string[]) => importing('text/csv', lines.join('\n'))
const markdown = (...lines: string[]) => importing('text/markdown', lines.join('\n'))
const trello = (board: object, lists?: string) =>
  importing('application/json', JSON.stringify({ lists: [], cards: [], ...board }), lists)

describe('a Trello board', () => {
  test('is a project: lists and cards in their order, and in the notes what a card has no member for', () => {
    expect(importingFile('trello.json', 'application/json')).toEqual({
      format: 'trello',
      boards: {
        Garden: {
          'To do': [
            'A pond?\nThis autumn?\n\nNo, in spring.',
            'Mend the fence\nhttps://fence.example/how-to',
            'Order seeds\nFrom the catalogue:\n\n- beans\n- **peas**\n\nhttps://seeds.example/2027\n\nVegetables:\n- [x] Tomatoes\n- [ ] Carrots\n\nLabels: Outside',
            'Paint the shed\nLabels: Outside\nDue: 2026-11-20 09:00 UTC',
          ],
          Done: ['✓ Dig the beds', '✓ Clean the tools'],
        },
      },
      inbox: [],
      lists: { 'Ideas, maybe': 'To do', 'To Do': 'To do', 'In progress': 'To do', 'Done 🎉': 'Done' },
      // An archived card, a card of an archived list, a template.
      leftOut: 3,
    })
  })

  test('has its lists where they are wanted, and what comes to the last status is complete', () => {
    const { boards, lists } = importingFile(
      'trello.json',
      'application/json',
      'Ideas, maybe:Doing,In progress:done',
    )
    expect(boards.Garden?.Doing).toEqual(['A pond?\nThis autumn?\n\nNo, in spring.'])
    expect(boards.Garden?.Done?.[0]).toMatch(/^✓ Paint the shed/)
    expect(lists).toMatchObject({ 'Ideas, maybe': 'Doing', 'In progress': 'Done', 'To Do': 'To do' })
  })

  test('may have as little in it as it takes', () => {
    const lists = [{ id: 'l', name: 'Doing' }]
    expect(trello({ lists, cards: [{ name: 'Weed', idList: 'l' }] }).boards).toEqual({
      Untitled: { Doing: ['Weed'] },
    })
    expect(trello({ name: ' A\nboard ' }).boards).toEqual({ 'A board': {} })
    const nulls = {
      id: null,
      desc: null,
      closed: null,
      due: null,
      labels: null,
      pos: null,
      dueComplete: null,
    }
    const cards = [{ ...nulls, name: 'Weed', idList: 'l' }]
    expect(trello({ lists, cards, checklists: null, actions: null }).boards.Untitled).toEqual({
      Doing: ['Weed'],
    })
  })

  test('has checklists within its cards, too; and a card without a name is named by what it says', () => {
    const lists = [{ id: 'l', name: 'To do' }]
    const checklists = [{ name: '', checkItems: [{ name: 'Soil', state: 'complete' }] }]
    const cards = [
      { name: '', desc: 'Only this', idList: 'l' },
      { name: 'Pots', idList: 'l', checklists },
      { name: ' ', idList: 'l' },
    ]
    expect(trello({ lists, cards })).toMatchObject({
      boards: { Untitled: { 'To do': ['Only this', 'Pots\n- [x] Soil'] } },
      leftOut: 1,
    })
  })

  test.for([
    [{ lists: {} }, 'lists: must be a list'],
    [{ lists: [1] }, 'lists.0: must be an object'],
    [{ lists: [{}] }, 'lists.0.id: is required'],
    [{ cards: [{ idList: 'x' }] }, 'cards.0.idList: must be the id of one of the lists'],
    [{ cards: [{ name: 'No list' }] }, 'cards.0.idList: is required'],
    [{ lists: [{ id: 'l' }], cards: [{ idList: 'l', name: 1 }] }, 'cards.0.name: must be text'],
    [
      { lists: [{ id: 'l' }], cards: [{ idList: 'l', closed: 'no' }] },
      'cards.0.closed: must be true or false',
    ],
    [{ lists: [{ id: 'l' }], cards: [{ idList: 'l', pos: 'top' }] }, 'cards.0.pos: must be a number'],
    [
      { lists: [{ id: 'l' }], cards: [{ idList: 'l', name: 'a\0' }] },
      'cards.0.name: must not contain NUL or half of a character',
    ],
    [{ name: 'a\ud800' }, 'name: must not contain NUL or half of a character'],
  ] as [object, string][])('%# that cannot be understood says where: %s', ([board, refusal]) => {
    const content = JSON.stringify({ lists: [], cards: [], ...board })
    expect(refusalOf('application/json', content)).toBe(refusal)
  })

  test('with places beyond all bounds is still in an order', () => {
    const text = '{"lists":[{"id":"b","name":"B","pos":1e999},{"id":"a","name":"A","pos":-1e999}],"cards":[]}'
    expect(Object.keys(importing('application/json', text).lists)).toEqual(['A', 'B'])
  })
})

describe('a file of Todoist', () => {
  test('is a project: sections are lists, tasks are cards, and comments are notes', () => {
    expect(importingFile('todoist.csv', 'text/csv', 'Waiting for:Doing')).toEqual({
      format: 'todoist',
      boards: {
        Untitled: {
          'To do': [
            'Call the plumber @phone\nDue: every Monday',
            'Paint the kitchen\nTwo coats, "eggshell"\nand the ceiling\n\nDeadline: 2026-12-01',
            'Buy paint\nDue: 2026-11-20\n\nThe shop closes at five.',
            'Move the table',
          ],
          Doing: ['[The quote](https://roof.example/quote)'],
        },
      },
      inbox: [],
      lists: { 'To Do': 'To do', 'Waiting for': 'Doing' },
      leftOut: 0,
    })
  })

  test('of older versions has fewer columns', () => {
    expect(csv('TYPE,CONTENT,PRIORITY,INDENT', 'task,Weed,4,1', 'note,Soon', ',,,').boards).toEqual({
      Untitled: { 'To do': ['Weed\nSoon'] },
    })
  })

  test('has comments that belong to no task, and tasks without a name', () => {
    expect(csv('TYPE,CONTENT', 'note,About all', 'section,Doing', 'task,', 'note,Whose?')).toMatchObject({
      boards: {},
      leftOut: 2,
    })
  })

  test('with another kind of row says where', () => {
    expect(refusalOf('text/csv', 'TYPE,CONTENT\ntask,Weed\ngoal,Rest')).toBe(
      'line 3, column type: must be task, section or note',
    )
  })
})

describe('a backup of TickTick', () => {
  test('has a project for each list, columns as statuses, the inbox, and sub-tasks behind their tasks', () => {
    expect(importingFile('ticktick.csv', 'text/csv')).toEqual({
      format: 'ticktick',
      boards: {
        House: {
          Doing: [
            'Insulate the loft\nAsk for three quotes\n\nLabels: warm, winter\nDue: 2026-11-30',
            '✓ First quote',
            'Second quote',
          ],
          Done: ['✓ Sweep the chimney'],
        },
        Books: { 'To do': ['Middlemarch\nBegin again at chapter 9'], Done: ['✓ Emma'] },
      },
      inbox: ['Weekend bag\n- [ ] Toothbrush\n- [x] Charger', 'Renew the passport\nDue: 2026-12-03 09:30'],
      lists: { Doing: 'Doing', Done: 'Done' },
      // One that will not be done, and one without a title.
      leftOut: 2,
    })
  })

  const header =
    '"List Name","Title","Content","Due Date","Status","Completed Time","Order","Timezone","taskId","parentId"'
  const row = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(',')

  test('has completed tasks, and archived ones, which stay behind', () => {
    const { boards, leftOut } = csv(
      header,
      row('House', 'Open', '', '', '0', ''),
      row('House', 'Completed', '', '', '1', ''),
      row('House', 'Completed nowadays', '', '', '2', '2026-10-20T14:00:00+0000'),
      row('House', 'Archived', '', '', '2', ''),
    )
    expect([boards, leftOut]).toEqual([
      { House: { 'To do': ['Open'], Done: ['✓ Completed', '✓ Completed nowadays'] } },
      1,
    ])
  })

  test('loses no task, whatever is said of its parents', () => {
    const { boards } = csv(
      header,
      row('House', 'A', '', '', '0', '', '3', '', '1', '2'),
      row('House', 'B', '', '', '0', '', '2', '', '2', '1'),
      row('House', 'Own parent', '', '', '0', '', '1', '', '3', '3'),
      row('House', 'Orphan', '', '', '0', '', '5', '', '4', 'gone'),
      row('House', 'Child of orphan', '', '', '0', '', '0', '', '5', '4'),
      row('House', 'No id', '', '', '0', '', '4'),
    )
    expect(boards.House?.['To do']).toEqual(['No id', 'Orphan', 'Child of orphan', 'Own parent', 'B', 'A'])
  })

  test('has dates as the person set them, and whatever else they are', () => {
    const { boards } = csv(
      header,
      row('House', 'Here', '', '2026-07-01T07:00:00+0000', '0', '', '1', 'Europe/Berlin'),
      row('House', 'Nowhere', '', '2026-07-01T07:00:00+0000', '0', '', '2', 'Atlantis/Capital'),
      row('House', 'Some day', '', 'soon', '0', '', '3'),
    )
    expect(boards.House?.['To do']).toEqual([
      'Here\nDue: 2026-07-01 09:00',
      'Nowhere\nDue: 2026-07-01 07:00',
      'Some day\nDue: soon',
    ])
  })

  test('with another status says where', () => {
    expect(refusalOf('text/csv', `"Version: 7"\n${header}\n${row('House', 'A', '', '', '9')}`)).toBe(
      'line 3, column status: must be 0, 1, 2 or -1',
    )
  })
})

describe('a CSV file of ours', () => {
  test('has projects, statuses, texts, and what is complete', () => {
    expect(importingFile('boards.csv', 'text/csv')).toEqual({
      format: 'csv',
      boards: {
        Garden: {
          'To do': ['Water the plants\nTwice a day in summer'],
          Doing: ['Prune, then compost'],
          Done: ['✓ Dig the beds'],
        },
        House: { 'To do': ['A "real" library'] },
      },
      inbox: ['Buy milk'],
      lists: { 'To do': 'To do', Doing: 'Doing', Done: 'Done', Someday: 'To do' },
      leftOut: 0,
    })
  })

  test('names its columns in any order and case, may lack all but the text, and may have others', () => {
    expect(csv('Text', 'Weed')).toMatchObject({ inbox: ['Weed'], boards: {} })
    expect(csv('colour,COMPLETE, Text ,Project', 'green,x, Weed ,Garden').boards).toEqual({
      Garden: { 'To do': ['✓ Weed'] },
    })
    expect(csv('project,text', 'Inbox,Weed', 'garden,A', 'Garden,B')).toMatchObject({
      inbox: ['Weed'],
      boards: { garden: { 'To do': ['A'] }, Garden: { 'To do': ['B'] } },
    })
  })

  test('may be what a spreadsheet makes of it: semicolons, tabs, any line end, a mark at its start, rows of nothing', () => {
    const expected = { boards: { Garden: { Doing: ['✓ Weed; well'] } }, inbox: [] }
    expect(csv('project;status;text;complete', 'Garden;Doing;"Weed; well";TRUE', ';;;')).toMatchObject(
      expected,
    )
    expect(
      importing('text/csv', '\ufeffproject\tstatus\ttext\tcomplete\r\nGarden\tDoing\tWeed; well\t1\r\n'),
    ).toMatchObject(expected)
    const utf16 = Buffer.from(
      '\ufeffproject\tstatus\ttext\tcomplete\r\nGarden\tDoing\tWeed; well\tyes',
      'utf16le',
    )
    expect(importing('text/csv', utf16)).toMatchObject(expected)
    expect(importing('text/csv', utf16.swap16())).toMatchObject(expected)
    expect(importing('text/csv', '"text"\r"a\r\nb\rc"\r').inbox).toEqual(['a\nb\nc'])
  })

  test('may be in another encoding, if it says so', () => {
    const bytes = Buffer.from('text\nCaf\u00e9 \u0080', 'latin1')
    expect(importing('text/csv; charset=windows-1252', bytes).inbox).toEqual(['Café €'])
    expect(importing('Text/CSV;header=present; charset="iso-8859-1"', bytes).inbox).toEqual(['Café €'])
    expect(refusalOf('text/csv', bytes)).toBe('line 2: is not in utf-8: save the file in UTF-8')
    expect(refusalOf('text/csv; charset=klingon', bytes)).toBe(
      'unsupported_media_type The encoding "klingon" is not known here. Send the file in UTF-8.',
    )
  })

  test.for([
    ['', 'line 1: must name the columns project, status, text and complete, or those of Todoist or TickTick'],
    [
      'name,due\nWeed,today',
      'line 1: must name the columns project, status, text and complete, or those of Todoist or TickTick',
    ],
    ['project,text\nGarden,Weed\n\nGarden,', 'line 4, column text: must not be empty'],
    ['text,complete\nWeed,true\n"a\nb",false\nDig,maybe', 'line 5, column complete: must be true or false'],
    ['text\nWe\0ed', 'line 2, column text: must not contain NUL or half of a character'],
    ['text,project\nWeed,Gar\0den', 'line 2, column text: must not contain NUL or half of a character'],
    ['text\n"Weed', 'line 2: has a quotation mark that is never closed'],
  ])('%# that cannot be understood says where', ([content = '', refusal]) => {
    expect(refusalOf('text/csv', content)).toBe(refusal)
  })
})

describe('task lists in Markdown', () => {
  test('have headings as projects and lists, tasks as cards, and what is below them as notes', () => {
    expect(importingFile('tasks.md', 'text/markdown')).toEqual({
      format: 'markdown',
      boards: {
        Garden: {
          'To do': [
            'Water the plants\nTwice a day in summer\n\nSee [the calendar](https://plants.example/calendar).',
            'Repot the fig\n- the large pot\n  - not the blue one',
            '✓ buy soil',
            '✓ Order bulbs',
          ],
          Doing: ['Mend the fence'],
        },
        House: { 'To do': ['Insulate the loft'], Done: ['✓ Sweep the chimney'] },
      },
      inbox: ['Call grandmother', 'Return the library books'],
      lists: { 'To do': 'To do', Doing: 'Doing', Done: 'Done' },
      // A paragraph, and a block of code of three lines.
      leftOut: 4,
    })
  })

  test('may be a board of Obsidian', () => {
    expect(importingFile('obsidian.md', 'text/markdown', 'Backlog:Doing')).toEqual({
      format: 'markdown',
      boards: {
        Untitled: {
          Doing: [
            'Read [[Middlemarch]] #books',
            'Write to the publisher\nby the end of the month',
            'Translate chapter 3',
          ],
          Done: ['✓ Translate chapter 2'],
        },
      },
      inbox: [],
      lists: { Backlog: 'Doing', Doing: 'Doing', Done: 'Done' },
      leftOut: 1,
    })
  })

  test('have the topmost headings as projects, whatever their level, and those below as lists', () => {
    expect(
      markdown(
        '## Garden',
        '- [ ] A',
        '### Backlog',
        '- [ ] B',
        '#### Details',
        '- [ ] C',
        '## House',
        '- [ ] D',
      ),
    ).toMatchObject({
      boards: { Garden: { 'To do': ['A', 'B', 'C'] }, House: { 'To do': ['D'] } },
      lists: { Backlog: 'To do' },
    })
    expect(
      markdown('# Mine', '- [ ] A', '## Garden', '### To do', '- [ ] B', '### Doing', '- [ ] C'),
    ).toMatchObject({
      boards: { Mine: { 'To do': ['A'] }, Garden: { 'To do': ['B'], Doing: ['C'] } },
    })
    expect(markdown('# To do', '- [ ] A', '# Done', '- [x] B')).toMatchObject({
      boards: { Untitled: { 'To do': ['A'], Done: ['✓ B'] } },
    })
    expect(markdown('# Inbox', '- [ ] A', '# Garden #', '- [ ] B')).toMatchObject({
      inbox: ['A'],
      boards: { Garden: { 'To do': ['B'] } },
    })
  })

  test('have their items marked and indented in any way', () => {
    const text = [
      '+ a',
      '* [ ] b',
      '12) [x] c',
      '\t- [ ] d',
      '\t\tmore of d',
      '  more of c',
      '- [ ]',
      '-',
      '- [y] e',
      '-no item',
    ].join('\r\n')
    expect(importing('text/markdown', text)).toMatchObject({
      inbox: ['a', 'b', '✓ c\nmore of c', 'd\nmore of d', '[y] e\n-no item'],
      leftOut: 2,
    })
  })

  test('keep what is code as it is', () => {
    const { inbox, boards } = markdown(
      '- [ ] a',
      '  ```',
      '  # no heading',
      '',
      '    - [ ] no task',
      '  ```',
      '- b',
      '~~~',
      '# no heading',
      '```',
      '~~~',
      '- c',
    )
    expect(inbox).toEqual([
      'a\n```\n# no heading\n\n  - [ ] no task\n```',
      'b\n~~~\n# no heading\n```\n~~~',
      'c',
    ])
    expect(boards).toEqual({})
  })

  test('may have lines across the page, and front matter', () => {
    expect(
      markdown('---', 'title: x', '- [ ] no task', '---', '- a', '', '---', '* * *', '- b').inbox,
    ).toEqual(['a', 'b'])
    expect(markdown('---', '- a').inbox).toEqual(['a'])
  })

  test('are nothing if there are none', () => {
    expect(markdown('# Garden', 'Nothing here')).toMatchObject({ boards: {}, inbox: [], leftOut: 1 })
    expect(markdown('')).toMatchObject({ boards: {}, inbox: [], leftOut: 0 })
  })

  test.for([
    ['- [ ] a\n- [ ] b\0', 'line 2: must not contain NUL or half of a character'],
    [`${'\n'.repeat(250_000)}- [ ] a`, 'line 250001: is too much: a file may have 250000 lines'],
  ])('%# that cannot be understood say where', ([content = '', refusal]) => {
    expect(refusalOf('text/markdown', content)).toBe(refusal)
  })
})

describe('an export of ours', () => {
  const whole = { format: 'inboard', version: 1, projects: [], inbox: [] }
  const project = { title: 'Garden', statuses: [] }
  const importingExport = (more: object) =>
    importing('application/json', JSON.stringify({ ...whole, ...more }))

  test('is what it was; a status of another name becomes the first', () => {
    const statuses = [
      { name: 'Done', cards: [{ text: 'a', complete: false }] },
      { name: 'Later', cards: [{ text: 'b', complete: true }, { text: 'c' }] },
    ]
    expect(
      importingExport({ projects: [{ title: ' Garden\n', statuses }], inbox: [{ text: ' d ' }] }),
    ).toMatchObject({
      format: 'inboard',
      boards: { Garden: { 'To do': ['✓ b', 'c'], Done: ['a'] } },
      inbox: ['d'],
    })
  })

  test.for([
    [{ format: 'outboard' }, 'format: must be "inboard"'],
    [{ format: 1 }, 'format: must be text'],
    [{ version: 2 }, 'version: must be 1: this export comes from another version of Inboard'],
    [{ version: '1' }, 'version: must be a number'],
    [{ projects: undefined }, 'projects: is required'],
    [{ projects: [project, { title: ' ' }] }, 'projects.1.title: must not be empty'],
    [
      { projects: [{ title: 'a\0', statuses: [] }] },
      'projects.0.title: must not contain NUL or half of a character',
    ],
    [
      { projects: [{ ...project, statuses: [{ name: 'Done', cards: [{ text: 'a' }, { text: '' }] }] }] },
      'projects.0.statuses.0.cards.1.text: must not be empty',
    ],
    [
      { inbox: [{ text: 'a', created_at: '2026-02-30T00:00:00.000Z' }] },
      'inbox.0.created_at: must be a time in UTC, as ISO 8601 with milliseconds',
    ],
    [
      { inbox: [{ text: 'a', created_at: '+012026-01-01T00:00:00.000Z' }] },
      'inbox.0.created_at: must be a time in UTC, as ISO 8601 with milliseconds',
    ],
    [
      { inbox: [{ text: 'a', created_at: '2026-11-15' }] },
      'inbox.0.created_at: must be a time in UTC, as ISO 8601 with milliseconds',
    ],
    [{ inbox: [{ text: 'a\udc00' }] }, 'inbox.0.text: must not contain NUL or half of a character'],
  ] as [object, string][])('%# that cannot be understood says where: %s', ([more, refusal]) => {
    expect(refusalOf('application/json', JSON.stringify({ ...whole, ...more }))).toBe(refusal)
  })
})

describe('JSON', () => {
  test.for([
    ['{}', ': must be an export of Inboard, or the JSON of a Trello board'],
    ['[]', ': must be an object'],
    ['{"lists":[]}', ': must be an export of Inboard, or the JSON of a Trello board'],
    ['{"a":\n  1,}', 'malformed_json The body is not valid JSON: see line 2, column 5.'],
    ['{"__proto__":{"format":"inboard"}}', 'malformed_json The body must be one JSON value in valid UTF-8.'],
    [
      '{"format":"inboard","version":1,"projects":[],"inbox":[{"__proto__":{"text":"a"}}]}',
      'malformed_json The body must be one JSON value in valid UTF-8.',
    ],
    [
      `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      ': must not have so many values, or so many within each other',
    ],
    [`[${'1,'.repeat(3_100_000)}1]`, ': must not have so many values, or so many within each other'],
  ])('%# that is no file of anybody says so', ([content = '', refusal]) => {
    expect(refusalOf('application/json', content)).toBe(refusal)
  })

  test('that is not in UTF-8 says so', () => {
    expect(refusalOf('application/json', Buffer.from('{"format":"caf\u00e9"}', 'latin1'))).toBe(
      'malformed_json The body must be one JSON value in valid UTF-8.',
    )
  })

  test('with members named like parts of every object is what it is', () => {
    const text =
      '{"format":"inboard","version":1,"projects":[],"inbox":[{"text":"a","constructor":1,"toString":2}],"hasOwnProperty":0}'
    expect(importing('application/json', text).inbox).toEqual(['a'])
    expect(
      refusalOf(
        'application/json',
        '{"format":"inboard","version":1,"projects":[{"statuses":[]}],"inbox":[]}',
      ),
    ).toBe('projects.0.title: is required')
  })
})

test('the examples in the documentation are what they are said to be', () => {
  const text = readFileSync(join(root, 'docs/import-export.md'), 'utf8')
  const example = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text)?.[1] ?? ''
  const water = { 'To do': ['Water the plants'] }
  expect(importing('application/json', example('json'))).toMatchObject({
    format: 'inboard',
    boards: { Garden: water },
    inbox: ['Buy milk'],
  })
  expect(importing('text/csv', example('csv'))).toMatchObject({
    boards: { Garden: { ...water, Done: ['✓ Dig the beds'] } },
    inbox: ['Buy milk'],
  })
  expect(importing('text/markdown', example('markdown'))).toMatchObject({
    boards: { Garden: { 'To do': ['Water the plants\nTwice a day in summer'], Done: ['✓ Dig the beds'] } },
    inbox: ['Buy milk'],
  })
})

describe('which list becomes which status', () => {
  const lists = ['Backlog', 'to-do', 'DOING', '✅ Done', 'Ｄｏｎｅ', 'Review: urgent, now', '🎉', '']

  test('is the one of the same name, in any case and with any marks, else the first', () => {
    expect(lists.map(readChoice())).toEqual([0, 0, 1, 2, 2, 0, 0, 0])
  })

  test('is as it was chosen: names may contain commas and colons', () => {
    expect(lists.map(readChoice('Backlog:Doing, ✅ Done : To do ,Review: urgent, now:Done'))).toEqual([
      1, 0, 1, 0, 2, 2, 0, 0,
    ])
    expect(lists.map(readChoice('🎉:done,Nowhere:Doing'))).toEqual([0, 0, 1, 2, 2, 0, 2, 0])
  })

  test.for(['Backlog', 'Backlog:', 'Backlog:Later', 'Backlog:To do,Review', ',', 'A:To do,,'])(
    'cannot be chosen by %s',
    (text) => {
      expect(refusalOf('text/markdown', '', text)).toBe(
        'lists: must be pairs such as "Backlog:To do", with one of: To do, Doing, Done',
      )
    },
  )
})

describe('what is too long', () => {
  test('goes on in a card behind it, as complete as the first', () => {
    const { inbox } = csv('text,complete', `${'x'.repeat(2500)},true`, 'next,')
    expect(inbox).toEqual([`✓ ${'x'.repeat(2000)}`, `✓ ${'x'.repeat(500)}`, 'next'])
  })

  test('as a title is cut off', () => {
    const [title = ''] = Object.keys(trello({ name: `${'🪴'.repeat(300)}` }).boards)
    expect(title).toBe(`${'🪴'.repeat(199)}…`)
    expect(Object.keys(trello({ name: '🪴'.repeat(200) }).boards)).toEqual(['🪴'.repeat(200)])
  })

  test('as a whole is refused', () => {
    const text = `text\n${`${'x'.repeat(2001)}\n`.repeat(50_001)}`
    expect(refusalOf('text/csv', text)).toBe(': must have at most 100000 cards: import it in parts')
    const many = { lists: [], cards: Array(100_001).fill({}) }
    expect(refusalOf('application/json', JSON.stringify(many))).toBe(
      'cards: must have at most 100000 members',
    )
  })
})
