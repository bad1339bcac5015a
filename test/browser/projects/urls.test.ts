import { beforeEach, describe, expect, test } from 'vitest'
import { boardIs, heading, link } from '../../support/browsing/boards.ts'
import { makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { pathOf } from './project-pages.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('a URL', () => {
  test('leads to its page: after a reload, back and forward', async () => {
    const { client } = person
    const garden = await makeBoard(client, 'Garden', { Doing: ['Dig'] })
    const house = await makeBoard(client, 'House')
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await boardIs(page, client, garden, { Doing: ['Dig'] })
    await page.reload()
    await boardIs(page, client, garden, { Doing: ['Dig'] })
    await link(page, 'House').click()
    await heading(page, 'House').waitFor()
    await link(page, 'Inbox').click()
    await heading(page, 'Inbox').waitFor()
    await page.goBack()
    await heading(page, 'House').waitFor()
    expect(pathOf(page)).toBe(`/projects/${house.id}`)
    expect(await link(page, 'House').getAttribute('aria-current')).toBe('page')
    await page.goBack()
    await boardIs(page, client, garden, { Doing: ['Dig'] })
    await page.goForward()
    await page.goForward()
    await heading(page, 'Inbox').waitFor()
    expect(pathOf(page)).toBe('/')
  })
})
