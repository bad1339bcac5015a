import { signal } from '@preact/signals'

/** On a narrow screen the sidebar lies over the page, and only when asked for. */
export const drawer = signal(false)
