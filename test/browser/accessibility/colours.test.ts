import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { card, goTo, moveAndReturn } from './hands.ts'
import { withInbox } from './people.ts'

const browsing = browseInTests()

test.each([
  { system: 'light', chosen: 'Dark', paper: 'rgb(23, 25, 26)' },
  { system: 'dark', chosen: 'Light', paper: 'rgb(250, 249, 246)' },
] as const)('$chosen is chosen against a $system system', async ({ system, chosen, paper }) => {
  const person = await withInbox(browsing)
  const page = await browsing.open('/settings', { person })
  await page.emulateMedia({ colorScheme: system, reducedMotion: 'reduce' })
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background()).not.toBe(paper)
  await page.getByLabel(chosen).check()
  await becomes(background, paper)
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  await goTo(page, '/')
  await card(page).waitFor()
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  await page.reload()
  await card(page).waitFor()
  expect(await background()).toBe(paper)
})

describe('motion', () => {
  const durations = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        [undefined, '::before', '::after'].flatMap((part) => {
          const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element, part)
          const seconds = `${transitionDuration}, ${animationDuration}`.split(', ').map(Number.parseFloat)
          return scrollBehavior === 'smooth' ? [...seconds, 1] : seconds
        }),
      ),
    )

  test('there is none for those who want none', async () => {
    const person = await withInbox(browsing)
    const page = await browsing.open('/', { person })
    await page.setViewportSize({ width: 320, height: 568 })
    await moveAndReturn(page, 'x')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('button', { name: 'Inbox and projects' }).click()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(Math.max(...(await durations(page)))).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(Math.max(...(await durations(page)))).toBeGreaterThan(0)
  })
})
