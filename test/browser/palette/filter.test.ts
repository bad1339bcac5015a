import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { lookAt, sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const board = {
  'To do': ['Weed', 'Gießkanne', 'Sow\nIn der Gasse'],
  Doing: ['Giessen'],
  Done: ['Dig', 'Rest'],
}

describe('the filter of a board', () => {
  test('dims cards that do not match, counts those that do, keeps the keyboard on them, and ends with Esc', async () => {
    const desk = await sitDown(browsing, board)
    const { page, press, type, focusIs, hears } = desk
    const dimmed = () => page.locator('.card[data-dimmed] .text').allTextContents()
    await press('ArrowDown')
    await focusIs('Weed')
    await press('f')
    await focusIs('Filter cards')
    expect(await dimmed()).toEqual([])
    await type('giess')
    await hears('2 of 6 match')
    await becomes(dimmed, ['Weed', 'Sow\nIn der Gasse', 'Dig', 'Rest'])
    expect(await objectionsTo(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await objectionsTo(page, 'appearance')).toEqual([])
    await press('ArrowDown')
    await focusIs('Gießkanne')
    await press('j')
    await focusIs('Gießkanne')
    await press('l')
    await focusIs('Giessen')
    await press('h')
    await focusIs('Gießkanne')
    // What is dimmed can be reached all the same.
    await page.getByRole('listitem', { name: 'Weed' }).click()
    await press('j')
    await focusIs('Gießkanne')
    await press('f')
    await focusIs('Filter cards')
    await type('gass')
    await hears('1 of 6 match')
    await press('Enter')
    await focusIs('Sow\nIn der Gasse')
    await press('Escape')
    await page.getByRole('textbox', { name: 'Filter cards' }).waitFor({ state: 'detached' })
    await becomes(dimmed, [])
    await focusIs('Sow\nIn der Gasse')

    await page.getByRole('button', { name: 'Filter this board' }).click()
    await type('nowhere')
    await hears('0 of 6 match')
    await press('Escape')
    await becomes(dimmed, [])
    await focusIs('Sow\nIn der Gasse')
  })

  test('is gone when one leaves the page, and the inbox has one too', async () => {
    const person = await browsing.inboard.signIn()
    const { project } = await person.client.addProject({ title: 'Garden' })
    for (const text of ['Milk', 'Bread']) await person.client.addInboxCard({ text })
    const { page, press, type, focusIs, hears } = await lookAt(browsing, person, project)
    await press('i')
    await page.getByRole('listitem', { name: 'Milk' }).waitFor()
    await page.getByRole('button', { name: 'Filter the inbox' }).click()
    await focusIs('Filter cards')
    await type('bre')
    await hears('1 of 2 match')
    await press('Enter')
    await focusIs('Bread')
    await press(']')
    await page.getByRole('heading', { level: 1, name: 'Garden' }).waitFor()
    await press('i')
    await page.getByRole('listitem', { name: 'Milk' }).waitFor()
    expect(await page.locator('[data-dimmed]').count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Filter cards' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Filter the inbox' }).click()
    await type('milk')
    await hears('1 of 2 match')
    await page.getByRole('button', { name: 'Clear filter' }).click()
    await becomes(() => page.locator('[data-dimmed]').count(), 0)
  })
})
