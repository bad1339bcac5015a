import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { findAll } from '../../board/columns.ts'
import { everyInWords } from '../../board/due.ts'
import { addDays } from '../../board/text/days.ts'
import { readDateWords } from '../../board/text/typed-dates.ts'
import { Dialog, useByTouch, useClosedWithout } from '../dialogs/dialog.tsx'
import { close } from '../dialogs/open.ts'
import { place } from '../menus/place.ts'
import { columns } from '../model/changes.ts'
import { comingMonday, type DateChange, dateOfAll } from '../model/text-changes.ts'
import { called, dateInWords } from '../model/wording.ts'
import { elementOf } from '../state/focus.ts'
import { today } from '../state/page-cards.ts'
import { removeDates, setDates } from './date-cards.ts'
import { Month } from './month.tsx'
import { dated } from './open.ts'
import '../styles/date-picker.css'
import type { Every } from '../../board/text/marks.ts'

/** Between the card and the picker. */
const gap = 4

/** Sets the date of one or several cards: by words, a press, or the calendar. */
export function DatePicker() {
  const { ids, anchor } = dated.value
  const cards = findAll(columns.value, ids)
  useClosedWithout(() => findAll(columns.value, dated.value.ids).length > 0)
  const isSheet = useByTouch()
  const typed = useSignal('')
  const change = useSignal<DateChange>({})
  /** The day that the calendar shows. */
  const shown = useSignal<string | undefined>(undefined)
  if (cards.length === 0) return null

  const day = today.value
  const texts = cards.map(({ text }) => text)
  const before = dateOfAll(texts)
  const { value: changed } = change
  const now = { ...before, ...changed }
  const words = typed.value.trim()
  const isChanged = Object.keys(changed).length > 0
  // A time or a repetition alone begins today.
  const said = dateInWords({ ...now, day: now.day ?? (isChanged && !before.isDated ? day : undefined) }, day)
  const understood = said ? `Due ${said}` : before.isDated ? 'Several dates' : 'No date yet'
  const isUnknown = words !== '' && !readDateWords(words, day)

  const read = (text: string) => {
    const found = readDateWords(text, day)
    typed.value = text
    shown.value = undefined
    change.value = found
      ? {
          day: found.due.day,
          ...(found.due.time && { time: found.due.time }),
          ...(found.every && { every: found.every }),
        }
      : {}
  }
  const set = (more: DateChange = {}) => {
    close()
    if (isChanged || more.day) setDates(ids, { ...changed, ...more })
  }
  const showBeside = (dialog: HTMLDialogElement) => {
    const beside = anchor?.isConnected ? anchor : elementOf(ids.find(elementOf))
    if (!beside) return
    // To the right of its left edge: what is on the left is the sidebar.
    const { left, bottom } = beside.getBoundingClientRect()
    place(dialog, beside, { x: left, y: bottom + gap })
  }
  const choices = [
    { name: 'Today', day },
    { name: 'Tomorrow', day: addDays(day, 1) },
    { name: 'Next week', day: comingMonday(day) },
  ]
  const label = `Date of ${called(cards)}`
  return (
    <Dialog label={label} name="dates" isSheet={isSheet} {...(!isSheet && { onPlaced: showBeside })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isUnknown) set()
        }}
      >
        {isSheet && <h2>{label}</h2>}
        <input
          aria-label="Date in words"
          aria-describedby="date-understood"
          placeholder="fri, in 3 days 3pm, every 2 weeks"
          dir="auto"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="done"
          value={typed.value}
          onInput={({ currentTarget }) => read(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            event.currentTarget.form?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')?.focus()
          }}
        />
        <p id="date-understood" class="quiet small" role="status">
          {isUnknown ? 'Not a date. Try “fri 3pm” or “20 nov”.' : understood}
        </p>
        <div class="quick">
          {choices.map(
            (choice) =>
              choice.day && (
                <button key={choice.name} type="button" onClick={() => set({ day: choice.day ?? day })}>
                  {choice.name}
                </button>
              ),
          )}
        </div>
        <Month
          at={shown.value ?? now.day ?? day}
          chosen={now.day}
          today={day}
          onShow={(next) => {
            shown.value = next
          }}
          onChoose={(chosen) => set({ day: chosen })}
        />
        <div class="details">
          <Labelled name="Time">
            <input
              type="time"
              value={now.time ?? ''}
              onInput={({ currentTarget: { value } }) => {
                change.value = { ...changed, time: value || null }
              }}
            />
          </Labelled>
          <Labelled name="Repeat">
            <select
              value={now.every ? everyInWords(now.every) : ''}
              onChange={({ currentTarget: { value } }) => {
                const every = everies(now.every).find((one) => everyInWords(one) === value)
                change.value = { ...changed, every: every ?? null }
              }}
            >
              <option value="">never</option>
              {everies(now.every)
                .map(everyInWords)
                .map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
            </select>
          </Labelled>
        </div>
        <footer>
          {before.isDated && (
            <button
              type="button"
              class="link"
              onClick={() => {
                close()
                removeDates(ids)
              }}
            >
              Remove date
            </button>
          )}
          <button type="submit" class="primary">
            Set date
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

const Labelled = ({ name, children }: { name: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
  <label>
    <span>{name}</span> {children}
  </label>
)

const usual: readonly Every[] = (['day', 'week', 'month', 'year'] as const).map((unit) => ({
  count: 1,
  unit,
}))

/** The usual repetitions, and the present one. */
const everies = (present: Every | null | undefined): readonly Every[] =>
  present && present.count > 1 ? [...usual, present] : usual
