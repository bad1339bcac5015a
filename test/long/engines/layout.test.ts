import { expect, test } from 'vitest'
import { makeBoard } from '../../support/browsing/browsing.ts'
import { cardWith, shows } from '../../support/engines/app.ts'
import { inEveryEngine, visit } from '../../support/engines/visit.ts'

const hebrew = 'לקנות חלב'

inEveryEngine((launch) => {
  test('rows, texts and fields have the right size and side, and nothing scrolls that fits', async () => {
    const { person, open } = await visit(launch)
    const long = 'Weed the beds\nFirst the roses\nthen the lilies\nand the rest'
    const project = await makeBoard(person.client, 'Garden', { 'To do': [long, hebrew] })
    for (const title of ['House', 'A project whose name is rather long for a sidebar'])
      await person.client.addProject({ title })
    const window = await open(`/projects/${project.id}`)
    await shows(window, { 'To do': [long, hebrew], Doing: [], Done: [] })
    for (const [width, height] of [
      [1280, 800],
      [800, 600],
      [500, 700],
    ] as const) {
      await window.resize(width, height)
      await expect
        .poll(() =>
          window.evaluate(() => {
            const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
            return [scrollWidth - clientWidth, scrollHeight - clientHeight]
          }),
        )
        .toEqual([0, 0])
    }
    await window.resize(1280, 800)
    const rows = await window.evaluate(() =>
      [...document.querySelectorAll('nav li')].map((row) => Math.round(row.getBoundingClientRect().height)),
    )
    expect(rows.length).toBeGreaterThanOrEqual(3)
    expect(new Set(rows).size).toBe(1)

    const sides = await window.evaluate((wanted) => {
      const text = [...document.querySelectorAll('.card p.text')].find((one) => one.textContent === wanted)
      const range = document.createRange()
      range.selectNodeContents(text as Element)
      const words = range.getBoundingClientRect()
      const place = (text as Element).getBoundingClientRect()
      return { left: words.left - place.left, right: place.right - words.right }
    }, hebrew)
    expect(sides.right).toBeLessThan(sides.left)

    await window.click(cardWith('Weed the beds'))
    await window.press('e')
    await expect.poll(() => window.evaluate(() => document.activeElement?.localName)).toBe('textarea')
    const field = await window.evaluate(() => {
      const { clientHeight, scrollHeight } = document.activeElement as Element
      const { lineHeight } = getComputedStyle(document.activeElement as Element)
      return { lines: clientHeight / Number.parseFloat(lineHeight), hidden: scrollHeight - clientHeight }
    })
    expect(field.lines).toBeGreaterThanOrEqual(4)
    expect(field.hidden).toBeLessThanOrEqual(0)
  })
})
