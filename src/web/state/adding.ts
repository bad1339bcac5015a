import { isProblem } from '../api.ts'
import { draft, write } from '../drafts.ts'
import { announce } from '../notices.tsx'
import { moveCards } from './cards.ts'
import { columns } from './changes.ts'
import { cardsOf, inbox, keyOf, orderWith, type Place } from './columns.ts'
import { newId } from './ids.ts'
import { draftOfNew, findProject, nameOf, placesOf } from './places.ts'
import { create, see, setColumn } from './requests.ts'

const blank = { owner_id: '', complete: false, position: 0, created_at: '', updated_at: '' }

/** New cards at the end of a column. What cannot be saved goes back to where it was typed. */
export async function addCards(place: Place, texts: readonly string[]): Promise<void> {
  const [first = place] = place.project_id ? placesOf(place.project_id) : [place]
  const cards = texts.map((text) => ({ ...blank, ...first, id: newId(), text }))
  const ids = cards.map(({ id }) => id)
  const creating = cards.map(create)
  // Cards are born in the first column; those that were typed elsewhere are moved on in their turn.
  const moving =
    keyOf(first) === keyOf(place)
      ? []
      : [setColumn(place, orderWith(cardsOf(columns.value, keyOf(place)), ids, undefined))]
  announce(
    texts.length === 1 ? `Added to ${nameOf(place)}` : `${texts.length} cards added to ${nameOf(place)}`,
  )
  const outcomes = await see(
    creating,
    texts.length === 1 ? 'The card was not saved.' : 'Not every card was saved.',
    [place],
  )
  const unsaved = texts.filter((_, index) => outcomes[index]?.status === 'rejected')
  // Whoever types on begins a new line, save where it is the text itself that must be mended.
  const isRefused = outcomes.some(
    (one) => one.status === 'rejected' && isProblem(one.reason, 'validation_failed'),
  )
  giveBack(place, unsaved, isRefused ? '' : '\n')
  if (unsaved.length < texts.length)
    await see(moving, `What you added is still in ${nameOf(first)}.`, [place], () => moveCards(ids, place))
}

/** The inbox takes what was meant for a project that is gone. */
export const ifStillThere = (place: Place) =>
  place.project_id === null || findProject(place.project_id) ? place : inbox

/** What came back to a field already, by the field's draft: what fails next comes after it. */
const givenBack = new Map<string, string>()

function giveBack(place: Place, texts: readonly string[], end: string): void {
  if (texts.length === 0) return
  const name = draftOfNew(ifStillThere(place))
  const typed = draft(name).value
  const earlier = givenBack.get(name) ?? ''
  const isStillThere = earlier !== '' && typed.startsWith(earlier)
  const back = [...(isStillThere ? [earlier] : []), ...texts].join('\n')
  const rest = isStillThere ? typed.slice(earlier.length).replace(/^\n/, '') : typed
  givenBack.set(name, back)
  write(name, rest ? `${back}\n${rest}` : back + end)
}
