import { signal } from '@preact/signals'

export const dragged = signal<ReadonlySet<string>>(new Set())

/** The place of a drop: the column's key, the card they would come before, and pixels in the list. */
export const target = signal<
  { key: string; before?: string | undefined; top: number; height: number } | undefined
>()
