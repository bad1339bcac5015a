import { beforeEach, describe, expect, test } from 'vitest'
import { pathOf } from '../../../browser/projects/project-pages.ts'
import { heading, link } from '../../../support/browsing/boards.ts'
import { makeBoard } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('a URL', () => {
  test('of no project says so, with a way on', async () => {
    const stranger = await browsing.inboard.signIn()
    const theirs = await makeBoard(stranger.client, 'Not yours')
    const page = await browsing.open('/', { person })
    for (const id of [theirs.id, '0198aaaa-0000-7000-8000-000000000000', 'garden', '%2e%2e%2f']) {
      await page.goto(`${browsing.appUrl}/projects/${id}`)
      await heading(page, 'Project not found').waitFor()
      expect(await page.getByText('Not yours').count()).toBe(0)
    }
    await link(page, 'Go to your inbox').click()
    await heading(page, 'Inbox').waitFor()
    expect(pathOf(page)).toBe('/')
  })

  test('of no page says so, with a way on', async () => {
    const page = await browsing.open('/', { person })
    for (const path of ['/nowhere', '/projects', '/settings/nothing']) {
      await page.goto(browsing.appUrl + path)
      await heading(page, 'Page not found').waitFor()
    }
    await link(page, 'Go to your inbox').click()
    await heading(page, 'Inbox').waitFor()
  })
})
