import { describe, expect, test } from 'vitest'
import { type Column, inbox } from '../../../src/board/columns.ts'
import { dueWithin, todayOf } from '../../../src/board/due.ts'
import type { Card } from '../../../src/contract/card.ts'
import { boardOf } from '../../support/models/board-of.ts'
import { cardOf, columnAt, projectOf, statusesOf, time } from '../../support/models/things.ts'

const today = '2026-11-20'

/** Two projects, of which q is the older one. */
const boardWith = (...cards: Card[]) =>
  boardOf({
    projects: [projectOf('p', { created_at: time(2) }), projectOf('q', { created_at: time(1) })],
    statuses: ['p', 'q'].flatMap(statusesOf),
    cards,
  })

let made = 0
const cardIn = (column: Column, text: string, given: Partial<Card> = {}) =>
  cardOf(`card ${made++}`, made, { ...column, text, ...given })

const titles = (cards: { text: string }[]) => cards.map(({ text }) => text.replace(/ .*/, ''))
const dueIn = (...cards: Card[]) => titles(todayOf(boardWith(...cards), today).due.map(({ card }) => card))

describe('what is due', () => {
  test('is what is overdue or due today, in any column, unless it is complete', () => {
    const cards = [
      cardIn(inbox, 'late due:2026-11-19'),
      cardIn(columnAt('p', 0), 'now due:2026-11-20'),
      cardIn(columnAt('p', 2), 'reopened due:2026-11-20'),
      cardIn(columnAt('q', 1), 'done due:2026-11-20', { complete: true }),
      cardIn(inbox, 'tomorrow due:2026-11-21'),
      cardIn(inbox, 'never due:2026-02-30'),
      cardIn(inbox, 'undated'),
    ]
    expect(dueIn(...cards)).toEqual(['late', 'now', 'reopened'])
  })

  test('is in the order of days and times, those without a time first; then the inbox, and projects in their order', () => {
    const cards = [
      cardIn(columnAt('p', 1), 'p-doing due:2026-11-20'),
      cardIn(columnAt('p', 0), 'p-to-do due:2026-11-20'),
      cardIn(columnAt('q', 0), 'q due:2026-11-20'),
      cardIn(inbox, 'at-noon due:2026-11-20T12:00'),
      cardIn(inbox, 'at-nine due:2026-11-20T09:00'),
      cardIn(inbox, 'all-day due:2026-11-20'),
      cardIn(columnAt('p', 0), 'late-at-nine due:2026-11-19T09:00'),
      cardIn(columnAt('p', 0), 'later due:2026-11-18T10:00'),
    ]
    const inOrder = ['later', 'late-at-nine', 'all-day', 'q', 'p-to-do', 'p-doing', 'at-nine', 'at-noon']
    expect(dueIn(...cards)).toEqual(inOrder)
  })

  test('is overdue from the next day on, not when its time has passed', () => {
    const board = boardWith(cardIn(inbox, 'a due:2026-11-20T00:00'), cardIn(inbox, 'b due:2026-11-19T23:59'))
    expect(todayOf(board, today).due.map(({ isOverdue }) => isOverdue)).toEqual([true, false])
  })
})

test('what somebody is doing is every other open card in the second column of a project, each once', () => {
  const board = boardWith(
    cardIn(columnAt('p', 1), 'second'),
    cardIn(columnAt('q', 1), 'first'),
    cardIn(columnAt('q', 1), 'soon due:2026-11-22'),
    cardIn(columnAt('q', 1), 'due due:2026-11-20'),
    cardIn(columnAt('q', 1), 'complete', { complete: true }),
    cardIn(columnAt('q', 0), 'to-do'),
    cardIn(inbox, 'inbox'),
  )
  const { due, doing } = todayOf(board, today)
  expect(titles(doing)).toEqual(['first', 'soon', 'second'])
  expect(titles(due.map(({ card }) => card))).toEqual(['due'])
})

test('what is due soon is due after today and within so many days, up to the last day there is', () => {
  const board = boardWith(
    cardIn(inbox, 'today due:2026-11-20'),
    cardIn(inbox, 'last due:2026-11-27'),
    cardIn(inbox, 'first due:2026-11-21'),
    cardIn(inbox, 'beyond due:2026-11-28'),
    cardIn(inbox, 'end due:9999-12-31'),
  )
  expect(titles(dueWithin(board, today, 7).map(({ card }) => card))).toEqual(['first', 'last'])
  expect(titles(dueWithin(board, '9999-12-30', 7).map(({ card }) => card))).toEqual(['end'])
})
