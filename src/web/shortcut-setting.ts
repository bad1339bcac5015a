import { stored } from './stored.ts'

/** Those who speak their input, or brush the keys, need a way to switch single keys off. */
export const shortcutsOn = stored('shortcuts', true)
