import { effect } from '@preact/signals'
import { stored } from './stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const theme = stored<Theme>('theme', 'system')

effect(() => {
  document.documentElement.dataset.theme = theme.value
})
