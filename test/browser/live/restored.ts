import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { systemClock } from '../../../src/server/common/clock.ts'
import { backUp } from '../../../src/server/operate/backup.ts'
import { restore } from '../../../src/server/operate/restore.ts'
import { button } from '../../support/browsing/boards.ts'
import { comeBack } from '../../support/browsing/browsing.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { freePort } from '../../support/network/free-port.ts'
import { type SignedIn, startTestInboard } from '../../support/service/inboard.ts'

const quietly = () => {}

/** A server of its own that can be backed up, and set back to the backup while it is stopped. */
export async function restorable() {
  const folder = newDataFolder()
  const environment = { PORT: String(await freePort()), JWT_SECRET: 'a secret that outlives the database' }
  let inboard = await startTestInboard(environment, folder)
  const { database } = inboard.world.config
  return {
    inboard,
    signIn: () => inboard.signIn(),
    clientOf: ({ token }: SignedIn) => inboard.client(token),
    async backUp(): Promise<string> {
      const file = join(folder, `${randomUUID()}.db`)
      await backUp(database, file, quietly)
      return file
    },
    async restore(file: string): Promise<void> {
      await inboard.stop()
      await restore(file, database, join(folder, `${randomUUID()}.before`), systemClock, quietly)
      inboard = await startTestInboard(environment, folder)
    },
    stop: () => inboard.stop(),
  }
}

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Unsent changes' })

/** Opens the dialog once the page has found out that the server lost some changes. */
export async function openLost(page: Page, count: number): Promise<void> {
  await comeBack(page)
  const name = `${count} ${count === 1 ? 'change needs' : 'changes need'} your attention`
  await button(page, name).click()
  const these = count === 1 ? 'this change' : `these ${count} changes`
  await dialog(page)
    .getByRole('heading', { name: `The server was restored from a backup and is missing ${these}` })
    .waitFor()
}

export const sentences = (page: Page) => dialog(page).locator('ol.waiting > li').allTextContents()
