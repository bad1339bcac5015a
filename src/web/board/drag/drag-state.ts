import { signal } from '@preact/signals'

/** The cards that are being dragged. */
export const dragged = signal<ReadonlySet<string>>(new Set())

/** Where they would be dropped now: the column's key, the card they would come before, and the place in the list, in pixels. */
export const target = signal<
  { key: string; before?: string | undefined; top: number; height: number } | undefined
>()
