import { describe, expect, test } from 'vitest'
import { importing, importingFile, refusalOf, trello } from './importing.ts'

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
          ],
          Doing: ['Paint the shed\nLabels: Outside\nDue: 2026-11-20 09:00 UTC'],
          Done: ['✓ Dig the beds', '✓ Clean the tools'],
        },
      },
      inbox: [],
      lists: { 'Ideas, maybe': 'To do', 'To Do': 'To do', 'In progress': 'Doing', 'Done 🎉': 'Done' },
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
