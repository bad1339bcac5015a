import { fold, wordsIn } from '../../board/text/fold.ts'
import { goToCard } from '../actions/chosen-cards.ts'
import { type Command, commands, isPossible } from '../commands/commands.ts'
import { typedDateIn } from '../dates/typed-date.tsx'
import { labelOf } from '../device/keys.ts'
import { hasKeyboard } from '../device/touch.ts'
import { columns } from '../model/changes.ts'
import { hasWords } from '../model/matching.ts'
import { briefly, dateInWords, plainTitle } from '../model/wording.ts'
import { go, pathTo } from '../navigation/route.ts'
import { idOfSection } from '../parts/section.tsx'
import { sought } from '../state/dialogs.ts'
import { onceDrawn } from '../state/focus.ts'
import { shownProject, today } from '../state/page-cards.ts'
import { fullNameOf, recent, sortedProjects } from '../state/projects.ts'
import { captureText } from './capture.tsx'
import { iconOf } from './menu-items.ts'
import { type Choice, Picker } from './picker.tsx'

/** Places in the settings that people search for: a name, its section, and other words for it. */
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

const allCommands = [...commands, ...settingsCommands]

/** Offers to add the typed text as a card. */
function addTyped(typed: string): Choice {
  const date = typedDateIn(typed)?.typed
  const words = wordsIn(typed)
  // One word, or the name of a command that is not possible now, is rather a search than a card.
  const isLikely = words.length > 1 && !allCommands.some(({ name }) => hasWords(fold(name), words))
  return {
    isLikely,
    name: `Add to inbox: ${briefly(typed)}`,
    hint: date && `Due ${dateInWords({ ...date.due, every: date.every }, today.value)}`,
    group: 'Cards',
    icon: 'plus',
    ...(!isLikely && hasKeyboard.value && { keys: ['↓', 'Enter'] }),
    pick: () => captureText(typed),
  }
}

/** Searches all actions, settings, projects and cards. */
export function Palette() {
  const label = 'Search or do anything'
  const lately = recentlyOpened()
  const boards = (sortedProjects.value ?? []).map(
    ({ id, title }): Choice => ({
      name: title,
      hint: 'Project',
      group: 'Projects',
      icon: 'board',
      recency: lately.get(id),
      pick: () => go(pathTo(id)),
    }),
  )
  const cards = [...columns.value.values()].flatMap((some) => {
    const [first] = some
    const hint = first && fullNameOf(first)
    return some.map(
      (card): Choice => ({
        name: plainTitle(card.text),
        card,
        hint,
        group: 'Cards you have',
        icon: card.complete ? 'check' : 'card',
        recency: lately.get(card.id),
        pick: () => goToCard(card),
      }),
    )
  })
  return (
    <Picker
      label={label}
      hint={label}
      words={sought.value}
      choices={[...actions(), ...boards, ...cards]}
      otherwise={addTyped}
    />
  )
}

/** The place of each id among those opened last. The project on the screen comes behind the others: one is there already. */
function recentlyOpened(): ReadonlyMap<string, number> {
  const here = shownProject.value
  const ids = recent()
  const others = ids.filter((id) => id !== here)
  const ordered = here && others.length < ids.length ? [...others, here] : others
  return new Map(ordered.map((id, place) => [id, place]))
}

/** The commands that are possible now, as choices. */
const actions = (): Choice[] =>
  allCommands
    .filter(({ isStep, isForKeys }) => !isStep && (!isForKeys || hasKeyboard.value))
    .filter(isPossible)
    .map((command) => ({
      name: command.label?.() ?? command.name,
      more: `${command.name} ${command.words ?? ''}`,
      group: command.group,
      keys: (command.keys ?? []).slice(0, 1).map(labelOf),
      icon: iconOf(command),
      hint: command.isCurrent?.() ? 'Current' : undefined,
      pick: command.run,
    }))

/** Waits for the page even over a slow connection. */
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
