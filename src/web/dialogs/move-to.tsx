import { findAll, inbox, keyOf } from '../../board/columns.ts'
import { sendAndStepOn } from '../actions/chosen-cards.ts'
import { columns } from '../model/changes.ts'
import { called } from '../model/wording.ts'
import { useByTouch, useClosedWithout } from '../parts/dialog.tsx'
import { columnsOf, nameOf, projects } from '../state/projects.ts'
import { chosen } from '../state/selection.ts'
import { Picker } from './picker.tsx'

/** The places that the chosen cards can move to. */
export function MoveTo() {
  const cards = findAll(columns.value, chosen.value)
  useClosedWithout(() => chosen.value.length > 0)
  const [card] = cards
  if (!card) return null
  const ids = cards.map(({ id }) => id)
  const placesIn = (projectId: string, title: string) =>
    columnsOf(projectId).map((column) => ({ column, title, icon: 'board' as const }))
  const isHere = ({ id }: { id: string }) => id === card.project_id
  const [here, others] = [true, false].map((wanted) =>
    (projects.value ?? []).filter((project) => isHere(project) === wanted),
  )
  const all = [
    ...(here ?? []).flatMap(({ id, title }) => placesIn(id, title)),
    { column: inbox, title: 'Inbox', icon: 'inbox' as const },
    ...(others ?? []).flatMap(({ id, title }) => placesIn(id, title)),
  ]
  const isOrigin = ({ column }: (typeof all)[number]) => cards.every((one) => keyOf(one) === keyOf(column))
  const elsewhere = all.filter((place) => !isOrigin(place))
  // Without a project there is only the inbox.
  const places = elsewhere.length > 0 ? elsewhere : all
  const next = all[all.findIndex(({ column }) => keyOf(column) === keyOf(card)) + 1]
  const isNext = next && card.project_id !== null && next.column.project_id === card.project_id
  return (
    <Picker
      label={`Move ${called(cards)} to`}
      hint={`Move ${called(cards)} to…`}
      isSheet={useByTouch()}
      // The column on the right; from the last one and from the inbox, the first of the others.
      initial={
        isNext
          ? places.indexOf(next)
          : Math.max(
              0,
              places.findIndex(({ column }) => keyOf(column) !== keyOf(card)),
            )
      }
      choices={places.map(({ column, title, icon }) => ({
        name: nameOf(column),
        ...(column.project_id && { hint: title }),
        group: title,
        icon,
        pick: () => sendAndStepOn(ids, column.project_id, column.status_id ?? undefined),
      }))}
    />
  )
}
