import { idsOf, type Operation } from './operations.ts'

/** How many changes a person would count: one for each card or project that `described` speaks of. */
export const countChanges = (operations: readonly Operation[]): number =>
  Math.max(
    Math.min(1, operations.length),
    changesIn(operations).reduce((sum, operation) => sum + idsOf(operation).length, 0),
  )

const none: ReadonlySet<string> = new Set()

/** Still part of another change when that one has been sent: otherwise the number of those that wait would grow. */
const parts = new WeakSet<Operation>()

/** Leaves out what is part of another change: adding a card to a column is one, and so is a move that completes the card. */
export function changesIn(operations: readonly Operation[]): Operation[] {
  const placed = new Set<string>()
  const moved = new Set<string>()
  return operations.filter((operation) => {
    const { kind } = operation
    if (kind === 'add card' || kind === 'restore card') placed.add(operation.id)
    if (kind === 'move cards') for (const id of operation.ids) moved.add(id)
    const before = kind === 'move cards' ? placed : kind === 'complete card' ? moved : none
    if (idsOf(operation).every((id) => before.has(id))) parts.add(operation)
    return !parts.has(operation)
  })
}
