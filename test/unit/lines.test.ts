import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arePasted, cardsFrom } from '../../src/web/board/lines.ts'

describe('one line', () => {
  test.each(['Milk', '- Milk', '1. Milk', '[ ] Milk', '-', '-5 °C'])('is one card as it is: %j', (text) => {
    expect(cardsFrom(text)).toEqual([text])
    expect(cardsFrom(`\n  ${text}\t\r\n\n`)).toEqual([text])
  })

  test('that is blank is none', () => {
    expect(cardsFrom('')).toEqual([])
    expect(cardsFrom(' \n\t\r\n')).toEqual([])
  })
})

describe('several lines', () => {
  test('are a card each, in order, without what surrounds them', () => {
    expect(cardsFrom('\nEggs\n\n  Flour \n\t\r\nSugar\n')).toEqual(['Eggs', 'Flour', 'Sugar'])
  })

  test.each([
    '-',
    '*',
    '+',
    '•',
    '◦',
    '▪',
    '·',
    '–',
    '☐',
    '☑',
    '[ ]',
    '[x]',
    '[X]',
    '- [ ]',
    '- [x]',
    '* [X]',
  ])('lose the marker %j', (marker) => {
    expect(cardsFrom(`${marker} Milk\n${marker}  Bread\n\t${marker}\tEggs`)).toEqual([
      'Milk',
      'Bread',
      'Eggs',
    ])
    expect(cardsFrom(`Shopping\n${marker} Milk`)).toEqual(['Shopping', 'Milk'])
  })

  test('lose the numbers of a list', () => {
    expect(cardsFrom('1. Milk\n2. Bread\n3. Eggs')).toEqual(['Milk', 'Bread', 'Eggs'])
    expect(cardsFrom('1) Milk\n2) Bread')).toEqual(['Milk', 'Bread'])
    expect(cardsFrom('0. Milk\n1. Bread')).toEqual(['Milk', 'Bread'])
    expect(cardsFrom('1. Milk\n1. Bread')).toEqual(['Milk', 'Bread'])
    expect(cardsFrom('1. [ ] Milk\n2. [x] Bread')).toEqual(['Milk', 'Bread'])
    expect(cardsFrom('1. Shop\n   1. Milk\n   2. Bread\n2. Cook')).toEqual(['Shop', 'Milk', 'Bread', 'Cook'])
    const ten = Array.from({ length: 10 }, (_, index) => `Item ${index + 1}`)
    expect(cardsFrom(ten.map((item, index) => `${index + 1}. ${item}`).join('\n'))).toEqual(ten)
  })

  test.each([
    '-5 °C',
    '--help',
    '---',
    '*bold*',
    '+49 30 123456',
    '1.5 litres',
    '1.Milk',
    '2024. A year',
    '24. December',
    '[x](https://example.com)',
    '[draft] Letter',
    '(1) Milk',
    'a) Milk',
    '# Title',
    '— said she',
  ])('keep what only looks like a marker: %j', (line) => {
    expect(cardsFrom(`Milk\n${line}\nBread`)).toEqual(['Milk', line, 'Bread'])
  })

  test('that are nothing but a marker are left out, unless nothing else is there', () => {
    expect(cardsFrom('- Milk\n-\n- [ ]\n[ ]\n1.\n- Bread')).toEqual(['Milk', 'Bread'])
    expect(cardsFrom('- Milk\n-')).toEqual(['Milk'])
    expect(cardsFrom('-\n*')).toEqual(['-', '*'])
  })

  test('never lose more than their beginning', () => {
    const line = fc.string({ unit: fc.constantFrom(...'-*+•1.)[] xX☐a\t') })
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const cards = cardsFrom(lines.join('\n'))
        const kept = lines.map((one) => one.trim()).filter(Boolean)
        expect(cards.length === 0).toBe(kept.length === 0)
        let at = 0
        for (const card of cards) {
          while (!kept[at]?.endsWith(card)) {
            expect(at).toBeLessThan(kept.length)
            at++
          }
          at++
        }
      }),
    )
  })
})

describe('lines are pasted', () => {
  const typed = (text: string) => ({ text, pasted: false })
  const pasted = (text: string) => ({ text, pasted: true })
  test.each([
    [typed('A'), 'A\n', { type: 'insertLineBreak', isPaste: false }, false],
    [typed('A\n'), 'A\nB', { type: 'insertText', isPaste: false }, false],
    [typed('AB'), 'A\nB', { type: 'insertLineBreak', isPaste: false }, false],
    [typed(''), 'A\nB', { type: 'historyUndo', isPaste: false }, false],
    [typed(''), 'A\n', { type: 'insertFromPaste', isPaste: false }, false],
    [typed('A\n'), 'A\nB\nC', { type: 'insertFromPaste', isPaste: true }, true],
    [typed('A\nB'), 'C\nD', { type: 'insertFromPaste', isPaste: true }, true],
    [typed(''), 'A\nB', { type: 'insertFromDrop', isPaste: false }, true],
    [typed(''), 'A\nB', { type: 'insertText', isPaste: false }, true],
    [pasted('A\nB'), 'A\nBC', { type: 'insertText', isPaste: false }, true],
    [pasted('A\nB'), 'A', { type: 'deleteContentBackward', isPaste: false }, false],
    [pasted('A\nB'), '', { type: 'deleteByCut', isPaste: false }, false],
  ])('of %j and %j with %j: %j', (before, text, input, expected) => {
    expect(arePasted(before, text, input)).toBe(expected)
  })
})
