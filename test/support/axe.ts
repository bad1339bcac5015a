import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const everything: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Off unless asked for.
  rules: { 'target-size': { enabled: true } },
}
const colours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** What axe objects to on the page as it is now: a line each, with the rule, the place and the reason. */
export async function objectionsTo(
  page: Page,
  what: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  // As a debugger would: the page's content policy does not allow foreign scripts.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  const options = { ...(what === 'colours' ? colours : everything), resultTypes: ['violations'] }
  // Behind a modal dialog nothing can be read or reached.
  const { violations } = (await page.evaluate(
    `axe.run(document.querySelector('dialog[open]') ?? document, ${JSON.stringify(options)})`,
  )) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id}: ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim()}`,
    ),
  )
}
