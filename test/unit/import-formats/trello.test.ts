import { describe, expect, test } from 'vitest'
import { readMarks } from '../../../src/board/text/marks.ts'
import { createdInFile, importing, importingFile, refusalOf, trello } from './importing.ts'

describe('a Trello board', () => {
  test('is a project: lists and cards in their order, and in the notes what a card has no member for', () => {
    expect(importingFile('trello.json', 'application/json')).toEqual({
      format: 'trello',
      boards: {
        Garden: {
          'To do': [
            'A pond?\nThis autumn?\n\nNo, in spring.',
            'Mend the fence\nhttps://fence.example/how-to',
            'Order seeds #Outside #red\nFrom the catalogue:\n\n- beans\n- **peas**\n\nhttps://seeds.example/2027\n\nVegetables:\n- [x] Tomatoes\n- [ ] Carrots',
          ],
          Doing: [
            'Paint the shed #Outside due:2026-11-20T09:00\nhttps://trello.com/1/cards/6523a1b0c4d5e6f708190044/attachments/6523a1b0c4d5e6f7081900a1/download/shed.jpg',
          ],
          Done: ['✓ Dig the beds due:2026-04-01T12:00', '✓ Clean the tools'],
        },
      },
      inbox: [],
      lists: { 'Ideas, maybe': 'To do', 'To Do': 'To do', 'In progress': 'Doing', 'Done 🎉': 'Done' },
      // One of the archived cards is in the archived list, and what such cards have is not counted.
      leftOut: {
        archived_cards: 2,
        templates: 1,
        archived_lists: 1,
        assignments: 2,
        uploaded_files: 1,
        comments: 3,
        custom_fields: 1,
        start_dates: 1,
        step_dates: 1,
        votes: 1,
      },
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

  test('has dates, labels of several words, and steps of one line each', () => {
    const lists = [{ id: 'l', name: 'To do' }]
    const checklists = [{ name: '', checkItems: [{ name: 'Two\nlines', state: 'incomplete' }] }]
    const labels = [
      { name: ' Home  office ' },
      { name: '1st' },
      { name: '', color: 'sky_light' },
      { color: null },
    ]
    const due = '2026-11-20T23:30:00.000Z'
    const { boards } = trello({
      lists,
      cards: [
        { name: 'A', idList: 'l', due, labels, checklists },
        { name: 'B', idList: 'l', due, dueComplete: true },
        { name: 'C', idList: 'l', due: '+012026-11-20T23:30:00.000Z' },
        { name: '', idList: 'l', due },
      ],
    })
    expect(boards.Untitled?.['To do']).toEqual([
      'A #Home-office #sky_light due:2026-11-20T23:30\n- [ ] Two lines\n\nLabels: 1st',
      '✓ B due:2026-11-20T23:30',
      'C\nDue: +012026-11-20T23:30:00.000Z',
      'due:2026-11-20T23:30',
    ])
  })

  test('has steps below a description with a fence that nobody closes', () => {
    const checklists = [{ name: 'Tools', checkItems: [{ name: 'Spade', state: 'incomplete' }] }]
    const open = '```sh\nnpm start'
    const { boards } = trello({
      lists: [{ id: 'l', name: 'To do' }],
      cards: [
        { name: 'A', idList: 'l', desc: open, checklists },
        { name: 'B', idList: 'l', desc: `${open}\n\`\`\`\nand dig`, checklists },
        { name: '```C', idList: 'l', checklists },
        { name: 'D', idList: 'l', desc: open },
      ],
    })
    const steps = 'Tools:\n- [ ] Spade'
    expect(boards.Untitled?.['To do']).toEqual([
      `A\n${open}\n\`\`\`\n\n${steps}`,
      `B\n${open}\n\`\`\`\nand dig\n\n${steps}`,
      `\`\`\`C\n\`\`\`\n\n${steps}`,
      `D\n${open}`,
    ])
    expect(boards.Untitled?.['To do']?.map((text) => readMarks(text).steps.length)).toEqual([1, 1, 1, 0])
  })

  test('says in its ids when it was created', () => {
    expect(createdInFile('trello.json', 'application/json')).toMatchObject({
      Garden: '2023-10-09T06:46:08.000Z',
      'Mend the fence\nhttps://fence.example/how-to': expect.stringMatching(/^2023-10-09T/),
    })
  })

  test('is not refused because of what is only counted', () => {
    const lists = [{ id: 'l', name: 'Doing' }]
    const odd = { idMembers: 'ada', badges: { comments: -1 }, customFieldItems: 1e300, start: 7 }
    const cards = [
      { name: 'A', idList: 'l', ...odd },
      { name: 'B', idList: 'l', badges: 'none', idMembersVoted: null },
    ]
    expect(trello({ lists, cards })).toMatchObject({
      boards: { Untitled: { Doing: ['A', 'B'] } },
      leftOut: { custom_fields: 100_000, start_dates: 1 },
    })
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
      leftOut: { empty_cards: 1 },
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
