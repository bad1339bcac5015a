import { beforeEach, describe, expect, test } from 'vitest'
import { boardIs, card, link } from '../../../support/browsing/boards.ts'
import { makeBoard, readyToDrag } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
let url: string
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  url = `${browsing.appUrl}/docs`
})

describe('a link', () => {
  test('that is dragged drags its card', async () => {
    const project = await makeBoard(person.client, 'Garden', { 'To do': [url, 'Water'], Doing: ['Dig'] })
    const page = await browsing.open(`/projects/${project.id}`, { person })
    await readyToDrag(page)
    await link(page, url).hover()
    await page.mouse.down()
    const below = await card(page, 'Dig').boundingBox()
    if (!below) throw new Error('it is not on the page')
    await page.mouse.move(below.x + 60, below.y + below.height - 4, { steps: 8 })
    // A browser says so again and again, of a hand that is still.
    await page.mouse.move(below.x + 60, below.y + below.height - 4)
    await page.locator('.drop-place').waitFor()
    await page.mouse.up()
    await boardIs(page, person.client, project, { 'To do': ['Water'], Doing: ['Dig', url] })
    expect(page.context().pages()).toHaveLength(1)
  })
})
