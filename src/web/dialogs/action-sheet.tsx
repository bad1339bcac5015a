import { batch } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { findAll } from '../../board/columns.ts'
import { CompletedWhen } from '../board/completed/completed-when.tsx'
import { rich } from '../board/text/card-text.tsx'
import { itemsOf, pick } from '../menus/items.ts'
import type { MenuKind } from '../menus/open.ts'
import { columns } from '../model/changes.ts'
import { called } from '../model/wording.ts'
import { Icon } from '../parts/icons.tsx'
import { fullNameOf } from '../state/projects.ts'
import { chosen } from '../state/selection.ts'
import { Dialog, useClosedWithout } from './dialog.tsx'
import { close } from './open.ts'

interface ActionSheetProps {
  label: string
  kind: MenuKind
  children: ComponentChildren
}

/** A bottom sheet of actions, most used first. */
export function ActionSheet({ label, kind, children }: ActionSheetProps) {
  // What is chosen between has a button of its own in the drawer.
  const items = itemsOf(kind).filter(({ isInText, isCurrent }) => !isInText && !isCurrent)
  useClosedWithout(() => itemsOf(kind).length > 0)
  return (
    <Dialog label={label} name="actions" isSheet>
      <div class="about">{children}</div>
      <ul>
        {items.map((command) => (
          <li key={command.name} class={command.isDeletion ? 'danger' : undefined}>
            <button
              type="button"
              class="row"
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
            </button>
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
    <ActionSheet label={`Actions for ${called(cards)}`} kind="card">
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
