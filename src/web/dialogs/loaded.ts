import { signal } from '@preact/signals'
import type * as Components from './lazy-dialogs.tsx'

/** The components, and whatever reads and sets dates, once they are loaded. A date that is typed before stays text. */
export const loadedDialogs = signal<typeof Components | undefined>()
