import type { Page } from 'playwright-core'

/** Makes the page believe that it is used by touch. Returns a function that undoes it. */
export async function useFinger(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  // A dialog becomes a sheet then, in the next frame.
  await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches)
  return () => devtools.detach()
}

/**
 * All touch targets smaller than 44 pixels in one direction, with their sizes. It measures where presses
 * arrive, so padding, pseudo-elements and labels count. Links in a sentence are exempt (WCAG 2.5.5).
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 44
    const within = document.querySelector('dialog[open]') ?? document
    const targets = [
      ...within.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [role="option"], .card',
      ),
    ]
    const isPressed = (element: HTMLElement, x: number, y: number) => {
      const there = document.elementFromPoint(x, y)
      if (!there) return false
      if (element.contains(there) || there.closest('label')?.control === element) return true
      // A message may temporarily cover something.
      return there.closest('.notice') !== null && !element.closest('.notice')
    }
    /** How far presses arrive, in pixels, in both directions from a point. */
    const extent = (isHit: (by: number) => boolean) => {
      let [low, high] = [0, 0]
      while (high - low < least && isHit(low - 1)) low--
      while (high - low < least && isHit(high)) high++
      return high - low
    }
    return targets.flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return []
      if (element.matches('p a, .text a, .skip, [inert] *')) return []
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const across = extent((by) => isPressed(element, x + by, y))
      const along = extent((by) => isPressed(element, x, y + by))
      if (across === least && along === least) return []
      const name = element.ariaLabel ?? (element.textContent || element.id || element.className)
      return [`${element.tagName.toLowerCase()} “${name.slice(0, 40)}”: ${across} × ${along}`]
    })
  })
