import { describe, expect, test } from 'vitest'
import { csv, refusalOf, trello } from './importing.ts'

describe('what is too long', () => {
  test('goes on in a card behind it, as complete as the first', () => {
    const { inbox } = csv('text,complete', `${'x'.repeat(2500)},true`, 'next,')
    expect(inbox).toEqual([`✓ ${'x'.repeat(2000)}`, `✓ ${'x'.repeat(500)}`, 'next'])
  })

  test('with its marks has them in the first card, and loses nothing', () => {
    const text = 'word '.repeat(400).trim()
    const { boards } = csv('TYPE,CONTENT,DATE', `task,${text},every day`)
    const [first = '', second = '', ...others] = boards.Untitled?.['To do'] ?? []
    expect(first.length).toBeLessThanOrEqual(2000)
    const marks = 'due:2026-11-19 every:day '
    expect(first.startsWith(marks)).toBe(true)
    expect([`${first.slice(marks.length)} ${second}`, others]).toEqual([text, []])
    const labels = Array.from({ length: 200 }, (_, index) => ({ name: `label-${index}` }))
    const cards = trello({ lists: [{ id: 'l' }], cards: [{ idList: 'l', name: 'A', labels }] }).boards
      .Untitled?.['To do']
    for (const { name } of labels) expect(cards?.join('\n')).toMatch(new RegExp(`${name}\\b`))
    for (const card of cards ?? []) expect(card.length).toBeLessThanOrEqual(2000)
  })

  test('as a title is cut off', () => {
    const [title = ''] = Object.keys(trello({ name: `${'🪴'.repeat(300)}` }).boards)
    expect(title).toBe(`${'🪴'.repeat(199)}…`)
    expect(Object.keys(trello({ name: '🪴'.repeat(200) }).boards)).toEqual(['🪴'.repeat(200)])
  })

  test('as a whole is refused', () => {
    // As many rows as there may be. The last one becomes three cards.
    const text = `text\n${'x\n'.repeat(99_998)}${'x'.repeat(4001)}\n`
    expect(refusalOf('text/csv', text)).toBe(
      'too_complex This file is too complex: it has more than 100000 cards. Import it in parts.',
    )
    const many = { lists: [], cards: Array(100_001).fill({}) }
    expect(refusalOf('application/json', JSON.stringify(many))).toBe(
      'too_complex This file is too complex: cards has more than 100000 members. Import it in parts.',
    )
  })
})
