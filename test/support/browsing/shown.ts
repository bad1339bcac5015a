// Runs in a page of any browser.

/** The texts of the cards that a page shows, by column. */
export const shownBoard = (): Record<string, string[]> =>
  Object.fromEntries(
    [...document.querySelectorAll('section.column')].map((column) => [
      column.getAttribute('aria-label') ?? '',
      [...column.querySelectorAll('.card .text:not(textarea)')].map(
        ({ textContent }) => textContent?.replace(/^Selected: /, '') ?? '',
      ),
    ]),
  )
