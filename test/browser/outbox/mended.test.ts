import { describe, expect, test } from 'vitest'
import { alert } from '../../support/browsing/account.ts'
import { add } from '../../support/browsing/boards.ts'
import { becomes, boardOn, comeBack, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { failWrites, mendWrites } from '../../support/browsing/disk.ts'
import { forgetAccount, outboxIn, resting, wakeServer } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

/** An inbox with one card that waits, of which the server takes nothing until `arrive`. */
async function inboxThatWaits() {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  await page.getByText('Your inbox is empty.').waitFor()
  await intercept(page, '**/api/batch', resting)
  await add(page, 'Before')
  const texts = async () =>
    (await outboxIn(page, person.user.id)).map(({ operation }) => 'text' in operation && operation.text)
  await becomes(texts, ['Before'])
  return {
    page,
    person,
    texts,
    /** After a reload, in which only what is on the disk is left. */
    async arrive(all = ['Before', 'After']) {
      await page.reload()
      await becomes(() => boardOn(page), { Inbox: all })
      await wakeServer(page)
      await becomes(() => inboxOf(person.client), all)
    },
  }
}

describe('a disk that fails loses nothing that was typed', () => {
  test('when its database is deleted under the page', async () => {
    const { page, person, texts, arrive } = await inboxThatWaits()
    await forgetAccount(page, person.user.id)
    await add(page, 'After')
    await becomes(texts, ['Before', 'After'])
    await arrive()
  })

  test('when it fails twice, in one way or another, and then does not', async () => {
    const { page, texts, arrive } = await inboxThatWaits()
    const all = ['Before']
    for (const name of ['AbortError', 'InvalidStateError', 'UnknownError']) {
      await page.evaluate(failWrites, [2, name] as const)
      await add(page, name)
      all.push(name)
      await becomes(texts, all)
    }
    expect(await alert(page, 'stopped keeping').count()).toBe(0)
    await arrive(all)
  })

  test('when it fails for long: the person is told, and again when all is well', async () => {
    const { page, texts, arrive } = await inboxThatWaits()
    await page.evaluate(failWrites, [1000, 'UnknownError'] as const)
    await add(page, 'After')
    await becomes(() => boardOn(page), { Inbox: ['Before', 'After'] })
    await alert(page, 'This browser has stopped keeping your changes.').waitFor()
    await page.evaluate(mendWrites)
    await comeBack(page)
    await page.getByText('Your changes are kept on this device again.').waitFor()
    const messages = page.getByRole('region', { name: 'Messages' })
    await becomes(() => messages.getByText('This browser has stopped keeping').count(), 0)
    await becomes(texts, ['Before', 'After'])
    await arrive()
  })

  test('when it is full: that is said, everything is sent, and kept again when there is room', async () => {
    const { page, person } = await inboxThatWaits()
    await page.evaluate(failWrites, [1000, 'QuotaExceededError'] as const)
    await add(page, 'After')
    await alert(page, 'This device is full.').waitFor()
    await wakeServer(page)
    await becomes(() => inboxOf(person.client), ['Before', 'After'])
    await page.evaluate(mendWrites)
    await comeBack(page)
    await page.getByText('Your changes are kept on this device again.').waitFor()
    await becomes(() => outboxIn(page, person.user.id), [])
  })
})
