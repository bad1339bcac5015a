import { expect, test } from 'vitest'
import { boardOf, makeBoard } from '../../support/browsing/browsing.ts'
import { cardWith, shows } from '../../support/engines/app.ts'
import { inEveryEngine, visit } from '../../support/engines/visit.ts'

inEveryEngine((launch) => {
  test('cards are dragged, moved by keys, edited and undone', async () => {
    const { person, open } = await visit(launch)
    const project = await makeBoard(person.client, 'Garden', {
      'To do': ['Dig', 'Sow', 'Weed'],
      Doing: ['Mow'],
    })
    const window = await open(`/projects/${project.id}`)
    const becomes = async (board: Record<string, string[]>) => {
      await shows(window, board)
      await expect.poll(() => boardOf(person.client, project)).toEqual(board)
    }
    await becomes({ 'To do': ['Dig', 'Sow', 'Weed'], Doing: ['Mow'], Done: [] })
    await expect
      .poll(() => window.evaluate(() => !!document.querySelector('.card[draggable="true"]')))
      .toBe(true)

    await window.drag(cardWith('Dig'), '[aria-label="Add a card to Doing"]')
    await becomes({ 'To do': ['Sow', 'Weed'], Doing: ['Mow', 'Dig'], Done: [] })
    await window.drag(cardWith('Weed'), 'section.column[aria-label="To do"] h2')
    await becomes({ 'To do': ['Weed', 'Sow'], Doing: ['Mow', 'Dig'], Done: [] })

    await window.click(cardWith('Sow'))
    await window.press('Shift+ArrowRight')
    await expect
      .poll(() =>
        window.evaluate(
          () => document.querySelector('section.column[aria-label="To do"] .card')?.textContent,
        ),
      )
      .toContain('Weed')
    await expect.poll(async () => (await boardOf(person.client, project)).Doing).toContain('Sow')
    await window.press('Control+z')
    await becomes({ 'To do': ['Weed', 'Sow'], Doing: ['Mow', 'Dig'], Done: [] })

    await window.click(cardWith('Weed'))
    await window.press('e')
    await expect.poll(() => window.evaluate(() => document.activeElement?.localName)).toBe('textarea')
    await window.type(' the beds')
    await window.press('Enter')
    await becomes({ 'To do': ['Weed the beds', 'Sow'], Doing: ['Mow', 'Dig'], Done: [] })
  })

  test('an Enter that confirms a word of an input method does not save', async () => {
    const { person, open } = await visit(launch)
    await person.client.addInboxCard({ text: 'Tokyo' })
    const window = await open()
    await shows(window, { Inbox: ['Tokyo'] })
    await window.click(cardWith('Tokyo'))
    await window.press('e')
    const isEditing = () => window.evaluate(() => document.activeElement?.localName === 'textarea')
    await expect.poll(isEditing).toBe(true)
    await window.type('!')
    // As Safari reports it: no longer composing, and known by its code alone.
    await window.evaluate(() => {
      const options = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', options))
    })
    expect(await isEditing()).toBe(true)
    await window.press('Enter')
    await shows(window, { Inbox: ['Tokyo!'] })
  })
})
