interface WeekInfo {
  /** Monday is 1, Sunday 7. */
  firstDay: number
}

/** What browsers know of the weeks of a place: a method in the newer ones, and nothing in Firefox. */
interface KnowsWeeks {
  getWeekInfo?: () => WeekInfo
  weekInfo?: WeekInfo
}

function weekInfo(): WeekInfo | undefined {
  try {
    const place: KnowsWeeks = new Intl.Locale(navigator.language) as KnowsWeeks
    return place.getWeekInfo?.() ?? place.weekInfo
  } catch {
    // Some systems have languages that are none, such as “en-US@posix”.
    return undefined
  }
}

/** The day that weeks begin with where the reader lives: Sunday is 0. Monday, if the browser does not know. */
export const firstWeekday = (weekInfo()?.firstDay ?? 1) % 7
