import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { lookAt } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { chosen, options, palette, sitAtCard } from './desk.ts'

const browsing = browseInTests()

describe('the palette', () => {
  test('finds special letters by their plain spelling, marks the hit, and puts completed cards last', async () => {
    const person = await browsing.inboard.signIn()
    const { client } = person
    const project = await makeBoard(client, 'Küche', {
      'To do': ['Soße kochen', 'Einkaufen\nBrot\nZutaten für die Soße: Œuf, Smør\nMilch'],
    })
    await client.addProjectCard({ project_id: project.id, text: 'Soßenlöffel', complete: true })
    const { page, press, type, focusIs } = await lookAt(browsing, person, project)
    await press('/')
    await focusIs(palette)
    await type('SOSSE')
    await becomes(() => options(page), ['Soße kochen', 'Einkaufen', 'Soßenlöffel', 'Add to inbox: SOSSE'])
    await becomes(() => page.getByRole('option').locator('mark').allTextContents(), ['Soße', 'Soße', 'Soße'])
    await page.getByRole('option', { name: 'Einkaufen Zutaten für die Soße: Œuf, Smør' }).waitFor()
    await page.getByRole('option', { name: 'Soßenlöffel Complete Küche · To do' }).waitFor()
    await page.getByRole('status').filter({ hasText: '3 found' }).waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await objectionsTo(page, 'appearance')).toEqual([])
    await type(' smor kuche')
    await becomes(() => options(page), ['Einkaufen', 'Add to inbox: SOSSE smor kuche'])
    await press(...' smor kuche'.split('').map(() => 'Backspace'))
    await becomes(async () => (await options(page)).length, 4)
  })

  test('finds the settings and goes to them', async () => {
    const { page, press, type, focusIs } = await sitAtCard(browsing)
    for (const [typed, name, section] of [
      ['export', 'Export your data', 'Your data'],
      ['passkey', 'Passkeys', 'Passkeys'],
      ['token', 'API tokens', 'API tokens'],
      ['session', 'Devices', 'Devices'],
      ['mail', 'Change email address', 'Account'],
    ] as const) {
      await press('Control+k')
      await focusIs(palette)
      await type(typed)
      await becomes(() => chosen(page), name)
      await press('Enter')
      await page
        .getByRole('heading', { level: 2, name: section, exact: true })
        .and(page.locator(':focus'))
        .waitFor()
    }
  })

  test('puts recently opened items on top, until the person signs out', async () => {
    const { page, press, type, focusIs } = await sitAtCard(browsing)
    const open = async (typed: string, name: string) => {
      await press('Control+k')
      await focusIs(palette)
      await type(typed)
      await becomes(() => chosen(page), name)
      await press('Enter')
    }
    await open('hinges', 'Oil the hinges')
    await focusIs('Oil the hinges')
    await press('/')
    // The project on the screen comes last of them.
    await becomes(async () => (await options(page)).slice(0, 3), ['Oil the hinges', 'Garden', 'House'])
    expect(await page.getByRole('option').first().getAttribute('data-group')).toBe('Recent')
    await press('Escape')
    await page.reload()
    await page.getByRole('listitem', { name: 'Oil the hinges' }).waitFor()
    await press('/')
    await becomes(async () => (await options(page)).slice(0, 3), ['Oil the hinges', 'Garden', 'House'])
    // Among equals, too.
    await type('o')
    await becomes(async () => (await options(page))[0], 'Oil the hinges')
    await press('Escape')
    const recent = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent')).length)
    expect(await recent()).toBe(1)
    await open('sign out', 'Sign out')
    await becomes(recent, 0)
  })
})
