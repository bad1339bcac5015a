import { stored } from '../device/local-storage.ts'

/** Whether single keys are shortcuts. People who dictate, or hit keys by accident, can switch them off (WCAG 2.1.4). */
export const shortcutsOn = stored('shortcuts', true)
