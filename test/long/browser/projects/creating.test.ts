import { beforeEach, describe, test } from 'vitest'
import { newName, titlesOf } from '../../../browser/projects/project-pages.ts'
import { heading } from '../../../support/browsing/boards.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('a new project', () => {
  test('on a narrow screen has its field ready for typing', async () => {
    const page = await browsing.open('/', { person, viewport: { width: 390, height: 780 } })
    await page.getByText('Your inbox is empty.').waitFor()
    await page.keyboard.press('p')
    await newName(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Garden')
    await page.keyboard.press('Enter')
    await heading(page, 'Garden').waitFor()
    await becomes(() => titlesOf(person), ['Garden'])
  })
})
