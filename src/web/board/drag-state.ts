import { signal } from '@preact/signals'

/** The cards that are being dragged. */
export const dragged = signal<ReadonlySet<string>>(new Set())

/** Where they would go if they were dropped now: a column, the card they would come before, and where that is. */
export const target = signal<{ key: string; before?: string | undefined; top: number } | undefined>()
