import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const everything: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Disabled by default in axe.
  rules: { 'target-size': { enabled: true } },
}
/** The rules whose result may depend on the theme or the width. */
const appearance: RunOptions = {
  runOnly: {
    type: 'rule',
    values: ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'],
  },
}

/**
 * The violations that axe finds on the page as it is now, a line each: rule, element and reason. `except` is
 * a selector of elements to ignore.
 */
export async function objectionsTo(
  page: Page,
  what: 'everything' | 'appearance' = 'everything',
  except?: string,
): Promise<string[]> {
  // Injected through the debugger protocol, because the content security policy would block a script element.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  const options: RunOptions = {
    ...(what === 'appearance' ? appearance : everything),
    resultTypes: ['violations'],
  }
  // While a modal dialog is open, the rest of the page is inert and need not be accessible.
  return await page.evaluate(
    async ([given, exclude]) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      // While something fades in, its contrast is lower than it will be.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      await Promise.all(ending.map(({ finished }) => finished.catch(() => {})))
      const include = document.querySelector('dialog[open]') ?? document
      const { violations } = await axe.run(exclude ? { include, exclude } : include, given)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary = '' }) =>
            `${id}: ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim()}`,
        ),
      )
    },
    [options, except] as const,
  )
}
