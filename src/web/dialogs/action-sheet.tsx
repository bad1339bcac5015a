import { batch } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { findAll } from '../../board/columns.ts'
import { rich } from '../board/card-text.tsx'
import { CompletedWhen } from '../board/completed.tsx'
import { columns } from '../model/changes.ts'
import { called } from '../model/wording.ts'
import { Dialog, useClosedWithout } from '../parts/dialog.tsx'
import { Button, Icon } from '../parts/icons.tsx'
import { close, type MenuKind } from '../state/dialogs.ts'
import { findProject, fullNameOf, nameOf } from '../state/projects.ts'
import { chosen, chosenColumn, chosenProject } from '../state/selection.ts'
import { itemsOf, menuLabel, pick } from './menu-items.ts'

/** The actions for a card, a project or a column, under a finger. */
function ActionSheet({ kind, children }: { kind: MenuKind; children: ComponentChildren }) {
  // A choice between several, such as the order of projects, has a button of its own in the drawer.
  const items = itemsOf(kind).filter(({ isInText, isCurrent }) => !isInText && !isCurrent)
  useClosedWithout(() => itemsOf(kind).length > 0)
  return (
    <Dialog label={menuLabel(kind)} name="actions" isSheet>
      <div class="about">{children}</div>
      <ul>
        {items.map((command) => (
          <li key={command.name} class={command.isDeletion ? 'danger' : undefined}>
            <Button
              class="bar row"
              onClick={({ currentTarget }) => {
                // Closed at once, not at the next render: a phone shows its keyboard only for a field that is focused
                // while the tap is handled.
                currentTarget.closest('dialog')?.close()
                batch(() => {
                  close()
                  pick(command)
                })
              }}
            >
              <Icon name={command.icon ?? 'none'} />
              <span class="name">{command.label?.() ?? command.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The text of a card and its actions, or the actions for all selected cards. */
export function CardSheet() {
  const cards = findAll(columns.value, chosen.value)
  const [card] = cards
  const Whole = rich.value?.WholeText
  return (
    <ActionSheet kind="card">
      {card && cards.length === 1 ? (
        <>
          {Whole ? <Whole card={card} /> : <h2>{called(cards)}</h2>}
          <p class="quiet small">{fullNameOf(card)}</p>
          <CompletedWhen card={card} />
        </>
      ) : (
        <h2>{called(cards)}</h2>
      )}
    </ActionSheet>
  )
}

export const ProjectSheet = () => (
  <ActionSheet kind="project">
    <h2 dir="auto">{findProject(chosenProject.value ?? '')?.title}</h2>
  </ActionSheet>
)

export const ColumnSheet = () => (
  <ActionSheet kind="column">
    <h2 dir="auto">{chosenColumn.value && nameOf(chosenColumn.value)}</h2>
  </ActionSheet>
)
