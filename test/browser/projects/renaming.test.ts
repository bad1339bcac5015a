import { beforeEach, test } from 'vitest'
import { complaint, heading, link } from '../../support/browsing/boards.ts'
import { becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { titleField, titlesOf } from './project-pages.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('a project is renamed in place', async () => {
  const { id } = await makeBoard(person.client, 'Garden')
  const page = await browsing.open(`/projects/${id}`, { person })
  const field = titleField(page)
  const type = async (title: string) => {
    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    await field.fill(title)
  }
  const isNamed = async (title: string) => {
    await heading(page, title).getByRole('button').waitFor()
    await link(page, title).waitFor()
    await becomes(() => titlesOf(person), [title])
  }

  await type(' Kitchen garden ')
  await page.keyboard.press('Enter')
  await isNamed('Kitchen garden')
  await type('Front garden')
  await page.getByRole('textbox', { name: 'Add a card to Done' }).click()
  await isNamed('Front garden')
  await type('Nothing of this')
  await page.keyboard.press('Escape')
  await isNamed('Front garden')
  await type('  ')
  await page.keyboard.press('Enter')
  await isNamed('Front garden')

  const tooLong = 'g'.repeat(201)
  await type(tooLong)
  await page.keyboard.press('Enter')
  await complaint(page, 'Too long by 1 character (limit: 200).')
  await becomes(() => field.inputValue(), tooLong)
  await link(page, 'Front garden').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await isNamed(tooLong.slice(1))
})
