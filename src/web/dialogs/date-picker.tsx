import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { findAll } from '../../board/columns.ts'
import { everyInWords } from '../../board/due.ts'
import { addDays, addMonths, type Day, weekdayOf } from '../../board/text/days.ts'
import type { Every } from '../../board/text/marks.ts'
import { readDateWords } from '../../board/text/typed-dates.ts'
import { removeDates, setDates } from '../dates/date-cards.ts'
import { columns } from '../model/changes.ts'
import { comingMonday, type DateChange, dateOfAll } from '../model/text-changes.ts'
import { called, dateInWords, monthInWords, weekdayInWords, wholeDay } from '../model/wording.ts'
import { Dialog, useByTouch, useClosedWithout } from '../parts/dialog.tsx'
import { Button, IconButton } from '../parts/icons.tsx'
import { close, dated } from '../state/dialogs.ts'
import { elementOf } from '../state/focus.ts'
import { today } from '../state/page-cards.ts'
import { place } from './place.ts'
import '../styles/date-picker.css'

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
    // Its left edge stays clear of the sidebar.
    if (beside) place(dialog, beside, 'left')
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
                <Button key={choice.name} onClick={() => set({ day: choice.day ?? day })}>
                  {choice.name}
                </Button>
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
          <label>
            <span class="quiet small">Time</span>
            <input
              type="time"
              value={now.time ?? ''}
              onInput={({ currentTarget: { value } }) => {
                change.value = { ...changed, time: value || null }
              }}
            />
          </label>
          <label>
            <span class="quiet small">Repeat</span>
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
          </label>
        </div>
        <footer class="bar">
          {before.isDated && (
            <Button
              class="link"
              onClick={() => {
                close()
                removeDates(ids)
              }}
            >
              Remove date
            </Button>
          )}
          <button type="submit" class="primary">
            Set date
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

const usual: readonly Every[] = (['day', 'week', 'month', 'year'] as const).map((unit) => ({
  count: 1,
  unit,
}))

const everies = (present: Every | null | undefined): readonly Every[] =>
  present && present.count > 1 ? [...usual, present] : usual

interface MonthProps {
  /** The day that Tab leads to. Its month is shown. */
  at: Day
  chosen: Day | undefined
  today: Day
  onShow: (day: Day) => void
  onChoose: (day: Day) => void
}

const weekColumns = [0, 1, 2, 3, 4, 5, 6] as const
const rows = [0, 1, 2, 3, 4, 5] as const

/** The column of a day, 0 to 6. */
const columnOf = (day: Day) => (weekdayOf(day) - firstWeekday + 7) % 7

/** A month by mouse, finger and keyboard. It follows https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/. */
function Month({ at, chosen, today, onShow, onChoose }: MonthProps) {
  const grid = useRef<HTMLTableElement>(null)
  const month = at.slice(0, 7)
  const first = `${month}-01`
  const dayAt = (row: number, column: number) => addDays(first, row * 7 + column - columnOf(first))

  // The keyboard goes along.
  useLayoutEffect(() => {
    const { current } = grid
    if (current?.contains(document.activeElement))
      current.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [at])

  const press = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const byDay: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -7,
      ArrowDown: 7,
      Home: -columnOf(at),
      End: 6 - columnOf(at),
    }
    const byMonth: Record<string, number> = { PageUp: -1, PageDown: 1 }
    const [days, months] = [byDay[key], byMonth[key]]
    if (days === undefined && months === undefined) return
    event.preventDefault()
    const next = months ? addMonths(at, months * (shiftKey ? 12 : 1)) : addDays(at, days ?? 0)
    if (next) onShow(next)
  }
  const turn = (months: number) => {
    const next = addMonths(at, months)
    if (next) onShow(next)
  }
  const weekdays = weekColumns.map((column) => addDays('2001-01-07', column + firstWeekday) ?? '')
  return (
    <div class="month">
      <div class="bar month-head">
        <IconButton icon="left" label="Previous month" onClick={() => turn(-1)} />
        <h3 id="date-month" aria-live="polite">
          {monthInWords(first)}
        </h3>
        <IconButton icon="right" label="Next month" onClick={() => turn(1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid may be a table */}
      <table ref={grid} role="grid" aria-labelledby="date-month" onKeyDown={press}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={weekdayInWords(day, 'long')}>
                {weekdayInWords(day, 'short').slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {weekColumns.map((column) => {
                const day = dayAt(row, column)
                return (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid, it is a gridcell
                  <td key={column} aria-selected={day !== null && day === chosen}>
                    {day && (
                      <Button
                        class={day.startsWith(month) ? 'day' : 'day quiet'}
                        tabIndex={day === at ? 0 : -1}
                        aria-label={wholeDay(day)}
                        aria-current={day === today ? 'date' : undefined}
                        onClick={() => onChoose(day)}
                      >
                        {Number(day.slice(8))}
                      </Button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface WeekInfo {
  /** Monday is 1, Sunday 7. */
  firstDay: number
}

/** Newer browsers have the method, older ones the property, Firefox neither. */
interface KnowsWeeks {
  getWeekInfo?: () => WeekInfo
  weekInfo?: WeekInfo
}

const region: KnowsWeeks = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale)

/** The day that weeks begin with where the reader lives: Sunday is 0. Monday, if the browser does not know. */
const firstWeekday = ((region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1) % 7
