import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEvents, type ServerEvent } from '../../../src/client/follow.ts'

/** What is read of a stream that arrives in these pieces. */
async function read(...pieces: (string | Uint8Array)[]) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece)
      controller.close()
    },
  })
  let arrivals = 0
  const events: ServerEvent[] = []
  for await (const event of readEvents(body, () => arrivals++)) events.push(event)
  return { events, arrivals }
}

const eventsOf = async (...pieces: (string | Uint8Array)[]) => (await read(...pieces)).events

export function testEventSource(runs: number): void {
  describe('an event', () => {
    test.each<[text: string, expected: ServerEvent]>([
      ['data: x\n\n', { data: 'x' }],
      ['data:x\n\n', { data: 'x' }],
      ['data:  x \n\n', { data: ' x ' }],
      ['data: a: b\n\n', { data: 'a: b' }],
      ['data\n\n', { data: '' }],
      ['data: a\ndata: b\n\n', { data: 'a\nb' }],
      ['data: a\ndata\ndata: b\n\n', { data: 'a\n\nb' }],
      ['event: changes\nid: 7\ndata: {"seq":7}\n\n', { id: '7', data: '{"seq":7}' }],
      ['id: 1\nid: 2\ndata: x\n\n', { id: '2', data: 'x' }],
      ['id\ndata: x\n\n', { id: '', data: 'x' }],
      ['retry: 1000\nid: 7\n\n', { id: '7', data: '' }],
      [':\n\n', { data: '' }],
      [': data: x\n\n', { data: '' }],
      ['other: x\ndata-x: y\ndatax: z\nid x: 1\ndata: w\n\n', { data: 'w' }],
      ['data: ü🪴\u2028\n\n', { data: 'ü🪴\u2028' }],
      ['\ufeffdata: x\n\n', { data: 'x' }],
      ['data: x\r\n\r\n', { data: 'x' }],
      ['data: x\r\r', { data: 'x' }],
      ['id: 7\r\ndata: x\r\n\r\n', { id: '7', data: 'x' }],
    ])('%j', async (text, expected) => {
      // What comes behind it shows that it is complete.
      expect((await eventsOf(`${text}data: next\n\n`))[0]).toEqual(expected)
    })

    test('that is not complete at the end is none', async () => {
      expect(await eventsOf('data: x\n\nid: 8\ndata: y\n')).toEqual([{ data: 'x' }])
      expect(await eventsOf('data: x')).toEqual([])
      expect(await eventsOf()).toEqual([])
    })

    test('does not depend on where the stream is cut, or on its line endings', async () => {
      const events = fc.array(
        fc.record({
          id: fc.nat().map(String),
          data: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n]/.test(text)),
        }),
        { minLength: 1, maxLength: 4 },
      )
      await fc.assert(
        fc.asyncProperty(
          events,
          fc.constantFrom('\n', '\r\n', '\r'),
          fc.array(fc.nat({ max: 120 })),
          async (given, newline, cuts) => {
            const text = given.map(({ id, data }) => `id: ${id}\ndata: ${data}\n: comment\n\n`).join('')
            const bytes = new TextEncoder().encode(`${text}: end\n\n`.replaceAll('\n', newline))
            const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length])]
            places.sort((a, b) => a - b)
            const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end))
            const found = (await eventsOf(...pieces)).filter(({ id }) => id !== undefined)
            expect(found).toEqual(given)
          },
        ),
        { numRuns: runs },
      )
    })

    test('is given at once, without waiting for more', async () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      const events = readEvents(readable, () => {})
      void writer.write(new TextEncoder().encode('id: 1\ndata: x\n\n'))
      expect((await events.next()).value).toEqual({ id: '1', data: 'x' })
      void writer.write(new TextEncoder().encode('id: 2\ndata: y\n\n'))
      expect((await events.next()).value).toEqual({ id: '2', data: 'y' })
      await writer.close()
      expect((await events.next()).done).toBe(true)
    })

    test('or a part of one, and a comment, is a sign of life', async () => {
      expect((await read(':\n\n', 'da', 'ta: x\n\n')).arrivals).toBe(3)
    })
  })
}
