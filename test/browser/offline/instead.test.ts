import { test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { replaced } from './replaced.ts'

// The worker, when something else answers where the server was.

browseInTests()

test('the app opens while the server is silent', async () => {
  await replaced(
    () => {},
    async (page) => {
      await page.reload()
      await page.getByRole('navigation', { name: 'Inbox and projects' }).waitFor()
    },
    true,
  )
})
