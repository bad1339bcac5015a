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
export const firstWeekday = ((place.getWeekInfo?.() ?? place.weekInfo)?.firstDay ?? 1) % 7
