import { hasKeyboard } from '../device/touch.ts'
import { go } from '../navigation/route.ts'
import { idOfSection } from '../parts/section.tsx'
import { onceDrawn } from '../state/focus.ts'
import { type Command, commands } from './commands.ts'

/** What people look for in the settings: its name, the section that has it, and other words for it. */
const places: readonly (readonly [name: string, section: string, words: string])[] = [
  ['Change email address', 'Account', 'account mail'],
  ['Passkeys', 'Passkeys', 'sign in fingerprint face security key'],
  ['Devices', 'Devices', 'sessions sign out other devices lost'],
  ['Calendar', 'Calendar', 'subscribe dates google apple ics'],
  ['API tokens', 'API tokens', 'access secret scripts'],
  ['Command line', 'Command line', 'terminal shell'],
  ['Agents', 'Agents', 'mcp ai assistant claude'],
  ['Export your data', 'Your data', 'download backup json csv markdown'],
  ['Import', 'Your data', 'file upload trello todoist ticktick csv markdown json'],
  ['Install the app', 'This device', 'home screen desktop'],
  ['Appearance', 'Appearance', 'theme dark light'],
  ['Keyboard settings', 'Keyboard', 'single-key shortcuts'],
  ['Delete account', 'Delete account', 'close leave remove'],
]

/** They open the settings at that section. */
const settingsCommands: readonly Command[] = places.map(([name, section, words]) => ({
  group: 'Settings',
  name,
  words,
  icon: 'settings',
  ...(section === 'Keyboard' && { when: () => hasKeyboard.value }),
  run: () => goToSection(section),
}))

/** What the palette searches. */
export const allCommands = [...commands, ...settingsCommands]

/** Enough for the page to be loaded over a slow connection. */
const maxFrames = 1200

function goToSection(title: string): void {
  go('/settings')
  onceDrawn(
    () => document.getElementById(idOfSection(title)),
    (heading) => {
      heading.focus({ preventScroll: true })
      heading.scrollIntoView({ block: 'start' })
    },
    maxFrames,
  )
}
