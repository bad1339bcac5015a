import { expect, test } from 'vitest'
import type { Deed } from './operation.ts'
import { Story } from './story.ts'

// Checks that the simulation detects errors, with made-up histories that each have one.

const add = (text: string): Deed => ({ kind: 'add card', project: null, text })
const edit = (id: string, text: string): Deed => ({ kind: 'edit card', id, patch: { text } })
const place = (id: string, position: number): Deed => ({ kind: 'edit card', id, patch: { position } })
const remove = (id: string): Deed => ({ kind: 'remove card', id })

test('correct results are explained, including lost answers and repetitions', () => {
  const story = new Story()
  const one = story.do(add('one'))
  const two = story.doUnheard(add('two'))
  story.do(edit(one.key, 'uno'), 1)
  const gone = story.doUnheard(remove(one.key))
  story.answer(two, { seq: story.seq, isRepetition: true })
  story.answer(gone, { seq: story.seq, isRepetition: true })
  story.answer(story.operation(edit(two.key, 'dos'), 1), { status: 412, code: 'changed_meanwhile' })
  story.read()
  expect(story.explain()).toBe(true)
})

test('later observations show which of two lost operations came first', () => {
  const story = new Story()
  const [one, two] = [story.do(add('one')), story.do(add('two'))]
  story.doUnheard(edit(two.key, 'dos'))
  story.doUnheard(edit(one.key, 'uno'))
  // The lost ones are tried in the order in which they were asked: the other way round.
  story.history.lost = new Set([...story.history.lost].reverse())
  story.read()
  expect(story.explain()).toBe(true)
})

test('an unconfirmed operation that changed nothing counts as a repetition, also in a later round', () => {
  const story = new Story()
  const one = story.do(add('one'))
  const same = story.operation(edit(one.key, 'one'))
  story.history.ask(same)
  story.history.lost.add(same)
  story.do(remove(one.key))
  story.nextRound()
  story.answer(same, { status: 404, code: 'not_found', isRepetition: true })
  expect(story.explain()).toBe(true)
})

test('the contents of the bin show which of two lost operations was done', () => {
  const story = new Story()
  const [one, two] = [story.do(add('one')), story.do(add('two'))]
  const never = story.operation(place(two.key, 3))
  story.history.ask(never)
  story.history.lost.add(never)
  story.doUnheard(place(one.key, 3))
  for (const { key } of [one, two]) story.do(remove(key))
  story.lookIntoBin()
  expect(story.explain()).toBe(true)
})

test('a card that would come back to another place is noticed', () => {
  const story = new Story()
  const one = story.do(add('one'))
  story.do(remove(one.key))
  story.history.binned = new Map([[one.key, 'in inbox at 7']])
  expect(story.explain()).toContain('lies in the bin as in inbox at 7 instead of in inbox at 0')
})

test('something that should be in the bin, and is not, is noticed', () => {
  const story = new Story()
  const one = story.do(add('one'))
  story.do(remove(one.key))
  story.history.binned = new Map()
  expect(story.explain()).toContain('lies in the bin as undefined instead of in inbox at 0')
})

test('a number that was never assigned is detected', () => {
  const story = new Story()
  story.do(add('one'))
  expect(story.explain(2)).toContain('Nothing that was asked can have taken the number 2')
})

test('a number that two took is noticed', () => {
  const story = new Story()
  story.do(add('one'))
  story.answer(story.operation(add('two')), { seq: 1, status: 201, isRepetition: false })
  expect(story.explain()).toMatch(/changes something, and .* took that number/)
})

test('something done twice is noticed', () => {
  const story = new Story()
  const one = story.do(add('one'))
  story.answer(one, { seq: 1, isRepetition: false })
  expect(story.explain()).toContain('was accepted twice')
})

test('a repetition of an operation that was never done is detected', () => {
  const story = new Story()
  const one = story.do(add('one'))
  story.answer(story.operation(edit(one.key, 'one')), { seq: 1, isRepetition: true })
  expect(story.explain()).toContain('is called a repetition at 1, and was not done before')
})

test('an edit that its revision forbade is noticed', () => {
  const story = new Story()
  const one = story.do(add('one'))
  story.do(edit(one.key, 'uno'))
  const stale = story.do(edit(one.key, 'eins'))
  stale.ifMatch = 1
  expect(story.explain()).toContain('should have been refused as changed_meanwhile')
})

test('a refusal without a reason is noticed', () => {
  const story = new Story()
  const one = story.do(add('one'))
  story.answer(story.operation(remove(one.key), 1), { status: 412, code: 'changed_meanwhile' })
  expect(story.explain()).toContain('for which there was no reason')
})

test('a replica that is not as it should be is noticed', () => {
  const story = new Story()
  const one = story.do(add('one'))
  story.read()
  const [before] = story.history.readings
  story.do(remove(one.key))
  story.read()
  const [, after] = story.history.readings
  Object.assign(after ?? {}, { portrait: before?.portrait })
  expect(story.explain()).toMatch(/At 2 a device has "card .*: one" instead of nothing/)
})

test('a state that is older than one that had been seen is noticed', () => {
  const story = new Story()
  story.do(add('one'))
  story.do(add('two'))
  story.history.read({ seq: 1, portrait: '', by: 'a device' }, story.history.now())
  expect(story.history.wrong).toEqual(['State 1 was answered after 2 had been seen.'])
})

test('an updated_at that changes without its revision is noticed', () => {
  const story = new Story()
  const one = story.do(add('one'))
  const card = story.card(one.key)
  story.history.see({ card })
  expect(story.history.wrong).toEqual([])
  story.history.see({ card: { ...card, updated_at: '2026-11-15T09:30:00.001Z' } })
  expect(story.history.wrong[0]).toContain(`The updated_at of revision 1 of ${one.key} was`)
})
