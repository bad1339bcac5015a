import { useLayoutEffect, useRef } from 'preact/hooks'
import { addDays, addMonths, type Day, weekdayOf } from '../../board/text/days.ts'
import { monthInWords, weekdayInWords, wholeDay } from '../model/wording.ts'
import { Icon } from '../parts/icons.tsx'

interface MonthProps {
  /** The day that Tab leads to. Its month is shown. */
  at: Day
  chosen: Day | undefined
  today: Day
  onShow: (day: Day) => void
  onChoose: (day: Day) => void
}

const columns = [0, 1, 2, 3, 4, 5, 6] as const
const rows = [0, 1, 2, 3, 4, 5] as const

/** How many days the column of a day is away from the first one. */
const columnOf = (day: Day) => (weekdayOf(day) - firstWeekday + 7) % 7

/** A month by mouse, finger and keyboard. It follows https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/. */
export function Month({ at, chosen, today, onShow, onChoose }: MonthProps) {
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
  const weekdays = columns.map((column) => addDays('2001-01-07', column + firstWeekday) ?? '')
  return (
    <div class="month">
      <div class="month-head">
        <button type="button" class="icon" aria-label="Previous month" onClick={() => turn(-1)}>
          <Icon name="left" />
        </button>
        <h3 id="date-month" aria-live="polite">
          {monthInWords(first)}
        </h3>
        <button type="button" class="icon" aria-label="Next month" onClick={() => turn(1)}>
          <Icon name="right" />
        </button>
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
              {columns.map((column) => {
                const day = dayAt(row, column)
                return (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid, it is a gridcell
                  <td key={column} aria-selected={day !== null && day === chosen}>
                    {day && (
                      <button
                        type="button"
                        class={day.startsWith(month) ? 'day' : 'day quiet'}
                        tabIndex={day === at ? 0 : -1}
                        aria-label={wholeDay(day)}
                        aria-current={day === today ? 'date' : undefined}
                        onClick={() => onChoose(day)}
                      >
                        {Number(day.slice(8))}
                      </button>
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

/** What browsers know of the weeks of a place: a method in the newer ones, and nothing in Firefox. */
interface KnowsWeeks {
  getWeekInfo?: () => WeekInfo
  weekInfo?: WeekInfo
}

const place: KnowsWeeks = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale)

/** The day that weeks begin with where the reader lives: Sunday is 0. Monday, if the browser does not know. */
const firstWeekday = ((place.getWeekInfo?.() ?? place.weekInfo)?.firstDay ?? 1) % 7
