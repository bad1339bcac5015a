import { beforeEach, expect, test } from 'vitest'
import { isTitled, rename, titlesOf } from '../../../browser/projects/project-pages.ts'
import { becomes, makeBoard } from '../../../support/browsing/browsing.ts'
import { holdBatches, isSent, refusedIn } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('titles that wait to be sent are all shown, and the last one stays', async () => {
  const { id } = await makeBoard(person.client, 'A')
  const page = await browsing.open(`/projects/${id}`, { person })
  await isTitled(page, 'A')
  const held = await holdBatches(page)
  for (const title of ['B', 'C', 'D']) {
    await rename(page, title)
    await isTitled(page, title)
  }
  await held.fail()
  await isTitled(page, 'D')
  await held.lose()
  await held.letGo()
  await becomes(() => titlesOf(person), ['D'])
  await isTitled(page, 'D')
  await isSent(page, person.user.id)
  expect(await refusedIn(page, person.user.id)).toEqual([])
})
