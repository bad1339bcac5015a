import type { Card } from '../contract/card.ts'
import { dueOf, isOverdue } from './due.ts'
import { addDays, type Day } from './text/days.ts'
import { fold } from './text/fold.ts'
import { readMarks } from './text/marks.ts'
import { compare } from './workspace.ts'

/** Overdue; due today; due in the next seven days, today included; or due on a day. */
export const spans = ['overdue', 'today', 'week'] as const
export type DueFilter = (typeof spans)[number] | { day: Day }

export interface DateFilter {
  /** A card must have all of them. With or without the `#`. */
  labels?: readonly string[] | undefined
  due?: DueFilter | undefined
}

/** Which cards have these labels, and are due then. */
export function passes({ labels = [], due }: DateFilter, today: Day): (card: Card) => boolean {
  const wanted = labels.map((label) => fold(label.trim().replace(/^#/, '')))
  const within = due && daysOf(due, today)
  return (card) => {
    if (within && !within(card)) return false
    if (wanted.length === 0) return true
    const own = new Set(labelsOf(card).map(({ folded }) => folded))
    return wanted.every((label) => own.has(label))
  }
}

export const labelsOf = ({ text }: Pick<Card, 'text'>) => readMarks(text).labels

function daysOf(wanted: DueFilter, today: Day): (card: Card) => boolean {
  const last = wanted === 'week' ? (addDays(today, 7) ?? '9999-12-31') : today
  return (card) => {
    const due = dueOf(card)?.due
    if (!due) return false
    if (wanted === 'overdue') return !card.complete && isOverdue(due, today)
    return typeof wanted === 'object' ? due.day === wanted.day : due.day >= today && due.day <= last
  }
}

/** By day and time, those without a time first. Without a date, they stay behind. */
export const byDue = (one: Card, other: Card) => compare(rankOf(one), rankOf(other))

function rankOf(card: Card): string {
  const due = dueOf(card)?.due
  return due ? `${due.day}${due.time ?? ''}` : '~'
}
