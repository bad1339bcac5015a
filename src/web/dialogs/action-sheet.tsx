import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { WholeText } from '../board/card-text.tsx'
import { commands, isPossible } from '../commands.ts'
import { Icon } from '../icons.tsx'
import { columns } from '../state/changes.ts'
import { findAll } from '../state/columns.ts'
import { fullNameOf } from '../state/projects.ts'
import { chosen } from '../state/selection.ts'
import { called } from '../state/wording.ts'
import { Dialog } from './dialog.tsx'
import { close } from './open.ts'

interface ActionSheetProps {
  label: string
  group: string
  children: ComponentChildren
}

/** What can be done with something, in the order of use and within reach of a thumb. */
export function ActionSheet({ label, group, children }: ActionSheetProps) {
  const uses = commands
    .filter((command) => command.use && command.group === group && isPossible(command))
    .sort((one, other) => (one.use ?? 0) - (other.use ?? 0))
  return (
    <Dialog label={label} name="actions" isSheet>
      <div class="about">{children}</div>
      <ul>
        {uses.map(({ name, label: now, icon = 'none', run }) => (
          <li key={name}>
            <button
              type="button"
              class="row"
              onClick={({ currentTarget }) => {
                // Closed at once, not with the next drawing: a phone shows its keyboard only for a field that takes the
                // focus while the tap is handled.
                currentTarget.closest('dialog')?.close()
                close()
                run()
              }}
            >
              <Icon name={icon} />
              <span class="name">{now?.() ?? name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The whole text of a card, and what can be done with it. With cards selected, what can be done with all of them. */
export function CardSheet() {
  const cards = findAll(columns.value, chosen.value)
  const [card] = cards
  // It may have been deleted elsewhere.
  useSignalEffect(() => {
    if (chosen.value.length === 0) close()
  })
  return (
    <ActionSheet label={`Actions for ${called(cards)}`} group="Cards">
      {card && cards.length === 1 ? (
        <>
          <WholeText text={card.text} />
          <p class="quiet small">{fullNameOf(card)}</p>
        </>
      ) : (
        <h2>{called(cards)}</h2>
      )}
    </ActionSheet>
  )
}
