import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { addToInbox, longNotes, longTitle } from '../../../browser/text/texts.ts'
import { makeBoard } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('on paper', () => {
  const pagesOf = async (page: Page) =>
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length

  test('there is nothing but the cards, whole, in black on white, also where the app is dark', async () => {
    const project = await makeBoard(person.client, 'Garden', {
      'To do': [`Bread\n${longNotes}`, ...Array.from({ length: 80 }, (_, index) => `Weed bed ${index + 1}`)],
      Done: [longTitle],
    })
    const { cards } = await person.client.listProjectCards({ project_id: project.id })
    await person.client.editCard({ id: cards.at(-1)?.id ?? '', complete: true })
    await addToInbox(person.client, 'Milk\nand honey')
    const page = await browsing.open('/healthz', { person })
    await page.setViewportSize({ width: 680, height: 700 })
    for (const [path, colorScheme] of [
      [`/projects/${project.id}`, 'dark'],
      ['/', 'light'],
    ] as const) {
      await page.emulateMedia({ media: 'screen', colorScheme })
      await page.goto(browsing.appUrl + path)
      await page.locator('.card').first().waitFor()
      // A message, a selection and a dialog are not printed either.
      await page.locator('.card').first().focus()
      for (const key of ['c', 'c', 'x', 'Control+k']) await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      await page.emulateMedia({ media: 'print', colorScheme })
      const seen = page
        .locator('button, textarea, nav, dialog, .notice, .selection, .tools, .skip, .unfold')
        .filter({ visible: true })
      expect(await seen.evaluateAll((all) => all.map((one) => one.textContent))).toEqual(
        path === '/' ? [] : ['Garden'],
      )
      // A text that is not drawn, because it was not in view, would be empty.
      expect(await page.locator('.card').allInnerTexts()).not.toContain('')
      const looks = await page.evaluate(() => ({
        cutOff: [
          ...document.querySelectorAll(
            'html, body, #app, .frame, main, .columns, .column, .list, .text, .card-title, .notes',
          ),
        ]
          .filter(
            (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
          )
          .map((one) => one.className || one.localName),
        colours: [
          ...new Set(
            [...document.querySelectorAll('body, .card')].map((one) => getComputedStyle(one).backgroundColor),
          ),
        ],
        ink: getComputedStyle(document.body).color,
      }))
      expect(looks).toEqual({ cutOff: [], colours: ['rgb(255, 255, 255)'], ink: 'rgb(0, 0, 0)' })
      // 81 cards do not fit one page, so they were not cut off at its end.
      if (path === '/') expect(await pagesOf(page)).toBe(1)
      else expect(await pagesOf(page)).toBeGreaterThan(2)
    }
  })
})
