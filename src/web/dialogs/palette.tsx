import { useLayoutEffect } from 'preact/hooks'
import { fold, wordsIn } from '../../board/text/fold.ts'
import { goToCard } from '../actions/chosen-cards.ts'
import { typedDateIn } from '../dates/typed-date.ts'
import { hasKeyboard } from '../device/touch.ts'
import { allCommands } from '../keyboard/settings-commands.ts'
import { columns } from '../model/changes.ts'
import { foldAhead, hasWords } from '../model/matching.ts'
import { briefly, dateInWords, plainTitle } from '../model/wording.ts'
import { go, pathTo } from '../navigation/route.ts'
import { shownProject, today } from '../state/page-cards.ts'
import { fullNameOf, recent, sortedProjects } from '../state/projects.ts'
import { actions } from './actions.ts'
import { captureText } from './capture.tsx'
import { sought } from './open.ts'
import { type Choice, Picker } from './picker.tsx'

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
  useLayoutEffect(() => foldAhead([...columns.value.values()].flat()), [columns.value])
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
