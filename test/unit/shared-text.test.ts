import { describe, expect, test } from 'vitest'
import { asCards, sharedText } from '../../src/web/navigation/shared-text.ts'

const shared = (parts: Record<string, string>) => sharedText(new URLSearchParams(parts))

describe('what another app shares', () => {
  test('is its title, its text and its URL, a line each', () => {
    expect(shared({ title: ' A page ', text: 'Worth reading', url: 'https://example.com/a' })).toBe(
      'A page\nWorth reading\nhttps://example.com/a',
    )
    expect(shared({ url: 'https://example.com' })).toBe('https://example.com')
    expect(shared({ title: 'Only this', text: '', other: 'x' })).toBe('Only this')
    expect(shared({})).toBe('')
    expect(shared({ title: ' ', text: '\n' })).toBe('')
    expect(shared({ text: 'a\0b' })).toBe('ab')
  })

  test('is said once', () => {
    const url = 'https://example.com/a'
    expect(shared({ title: 'A page', text: 'A page', url })).toBe(`A page\n${url}`)
    expect(shared({ title: 'A page', text: `A page\n${url}`, url })).toBe(`A page\n${url}`)
    expect(shared({ title: 'A page', text: `See ${url} now`, url })).toBe(`A page\nSee ${url} now`)
    expect(shared({ title: url, url })).toBe(url)
  })

  test('loses nothing that only looks the same', () => {
    const url = 'https://example.com/a'
    expect(shared({ title: 'App', text: 'Apple pie' })).toBe('App\nApple pie')
    expect(shared({ text: `${url}/b`, url })).toBe(`${url}/b\n${url}`)
  })
})

describe('as cards', () => {
  test('it is one, if it fits: 2,000 characters as the server counts them', () => {
    expect(asCards('')).toEqual([])
    expect(asCards('Milk\nand bread')).toEqual(['Milk\nand bread'])
    const emoji = '🪴'.repeat(2000)
    expect(asCards(emoji)).toEqual([emoji])
    expect(asCards(`${emoji}x`)).toEqual([emoji, 'x'])
  })

  test('it goes on in the next with a new word, and nothing of it is lost', () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word${index}`)
    const cards = asCards(words.join(' '))
    expect(cards.length).toBeGreaterThan(10)
    for (const card of cards) expect([...card].length).toBeLessThanOrEqual(2000)
    expect(cards.join(' ')).toBe(words.join(' '))
  })

  test('a word that is too long is split, however long', () => {
    const word = 'x'.repeat(1_000_000)
    const cards = asCards(`So ${word}`)
    expect(cards.join('')).toBe(`So ${word}`)
    expect(cards).toHaveLength(501)
    expect(asCards(`${'x'.repeat(2000)}${' '.repeat(5000)}y`)).toEqual(['x'.repeat(2000), 'y'])
  })
})
