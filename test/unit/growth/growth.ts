import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { describeWhole } from '../../../src/agents/show.ts'
import { movesTo } from '../../../src/board/columns.ts'
import { findCard, findPlaces } from '../../../src/board/lookup.ts'
import { NameError, quoted } from '../../../src/board/names.ts'
import { fold } from '../../../src/board/text/fold.ts'
import { findStepAgain, nextText, setDue, setEvery, titleOf } from '../../../src/board/text/marks.ts'
import { readDateWords, typedDate } from '../../../src/board/text/typed-dates.ts'
import type { Card } from '../../../src/contract/card.ts'
import { statusIdOf, statusNames } from '../../../src/contract/plain/statuses.ts'
import { findWord } from '../../../src/server/cards/search.ts'
import { ProblemError } from '../../../src/server/common/problems.ts'
import { arrange, readChoice } from '../../../src/server/transfer/arrange.ts'
import { allCards, sizeOf } from '../../../src/server/transfer/import-file.ts'
import { countMarks } from '../../../src/server/transfer/marking.ts'
import { readFile } from '../../../src/server/transfer/read-file.ts'
import { requireMatch } from '../../../src/server/writes/write.ts'
import { format } from '../../../src/web/board/format.ts'
import { timesAsLong } from '../../support/machine/times-as-long.ts'
import { boardOf as boardWith } from '../../support/models/board-of.ts'
import { cardOf, projectOf } from '../../support/models/things.ts'
import { worstFiles } from '../../support/worst-inputs/files.ts'
import { worstTexts } from '../../support/worst-inputs/texts.ts'

/** Something that reads what people send. What it refuses, it has read as well. */
interface Reader {
  inputs: Record<string, (size: number) => unknown>
  read(input: never): unknown
}

const reader = <Input>(
  inputs: Record<string, (size: number) => Input>,
  read: (input: Input) => unknown,
): Reader => ({ inputs, read })

/** Of what would be quadratic in the number of cards, and of their texts. */
const boardOf = (count: number, text: (index: number) => string, title = 'Garden') => {
  const project = projectOf('p', { title })
  const statuses = statusNames.map((name, position) => ({
    id: statusIdOf('p', position),
    project_id: 'p',
    name,
    position,
  }))
  const inColumn = { project_id: 'p', status_id: statusIdOf('p', 0) }
  const cards = Array.from({ length: count }, (_, index) =>
    cardOf(`${index}`, index, { ...inColumn, text: text(index) }),
  )
  return boardWith({ projects: [project], statuses, cards })
}

const quietly = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof NameError)) throw error
  }
}

const encoder = new TextEncoder()

/** A new reader needs a line here: what it is called, what it is fed, and how it reads. */
const readers: Record<string, Reader> = {
  'an imported file': reader(
    Object.fromEntries(
      Object.entries(worstFiles).map(([name, { type, make }]) => [
        name,
        (size: number) => ({ type, bytes: encoder.encode(make(size)) }),
      ]),
    ),
    ({ type, bytes }) => {
      // The bytes of a file are gone once it is read.
      const { plan } = readFile({ type, bytes }, { title: 'Untitled', today: '2026-11-20' })
      const arrangement = arrange(plan, readChoice(), 'Untitled')
      sizeOf(arrangement)
      countMarks(allCards(arrangement))
    },
  ),
  'the choice of lists': reader(worstTexts, readChoice),
  'a text that is searched': reader(worstTexts, fold),
  'a word that is searched for': reader(
    {
      'a word that repeats itself': (size) => ({
        text: 'a'.repeat(size),
        word: `${'a'.repeat(size / 4)}b${'a'.repeat(size / 4)}`,
      }),
      'a word that is almost there': (size) => ({
        text: 'ab'.repeat(size / 2),
        word: `${'ab'.repeat(size / 8)}b`,
      }),
    },
    ({ text, word }) => findWord(word)(text),
  ),
  'a text with marks': reader(
    {
      ...worstTexts,
      'first lines of steps': (size) => '- [ ] a\n'.repeat(size / 8),
      'ticked steps': (size) => '- [x] a\n'.repeat(size / 8),
      'marks on a line': (size) => '#a due:2026-02-30 every:0d `'.repeat(size / 28),
      'dates that count': (size) => 'due:2026-11-20 every:2w '.repeat(size / 24),
      'a label that never ends': (size) => `#${'a'.repeat(size)}`,
      'spaces around fences': (size) => '   ``` `\n'.repeat(size / 9),
      'words of dates': (size) => 'every 2 weeks at '.repeat(size / 17),
    },
    (text) => {
      titleOf(text)
      setDue(setEvery(text, { count: 2, unit: 'week' }), null)
      nextText(`due:2026-11-20 every:week ${text}`, '2026-11-20')
      findStepAgain(text, '- [ ] b')
      typedDate(text, '2026-11-20')
      readDateWords(text, '2026-11-20')
    },
  ),
  'a card that is drawn': reader(
    {
      ...worstTexts,
      'a line of stars': (size) => '*'.repeat(size),
      'emphasis that nobody ends': (size) => '**a *b _c '.repeat(size / 10),
      'emphasis in emphasis': (size) => '**a *b _c_ d* e** '.repeat(size / 18),
      'code that nobody ends': (size) => 'a` '.repeat(size / 3),
      'links that nobody ends': (size) => '[a](https://a.example/( "'.repeat(size / 25),
      'quotes in quotes': (size) => `a\n${'>'.repeat(size)}`,
      'many quotes': (size) => '>>>> a\n'.repeat(size / 7),
      'a list that gets deeper': (size) =>
        Array.from({ length: Math.sqrt(size) }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
      'labels in notes': (size) => `a\n${'#a `b` '.repeat(size / 7)}`,
      'many labels': (size) => Array.from({ length: size / 8 }, (_, index) => `#a${index}`).join('\n'),
    },
    format,
  ),
  'If-Match': reader(
    {
      ...worstTexts,
      tags: (size) => '"1", '.repeat(size / 5),
      'tags without quotes': (size) => '1, '.repeat(size / 3),
    },
    (ifMatch) => requireMatch({ ownerId: '', ifMatch }, 2),
  ),
  'what an agent calls a place': reader(worstTexts, (reference) =>
    findPlaces(
      boardOf(10, () => 'a', '/'.repeat(100)),
      reference,
    ),
  ),
  'what an agent calls a card': reader(worstTexts, (reference) =>
    findCard(
      boardOf(10, () => 'a/b'),
      reference,
    ),
  ),
  'many names of cards': reader(
    {
      'of equal cards': (size) => ({ board: boardOf(size / 64, () => 'a'), names: Array(100).fill('a') }),
      'of cards with long names': (size) => ({
        board: boardOf(size / 64, () => `a${' '.repeat(64)}a`),
        names: ['b'],
      }),
      'of cards with many marks': (size) => ({
        board: boardOf(size / 64, () => '\u0301\u0323'.repeat(32)),
        names: ['b'],
      }),
    },
    ({ board, names }) => {
      for (const name of names as string[]) quietly(() => findCard(board, name))
    },
  ),
  landmarks: reader({ 'all of a column is moved': (size) => boardOf(size / 64, () => 'a') }, (board) =>
    movesTo(
      board.columns,
      board.cards.map(({ id }) => id),
      board.placesOf({ id: 'p' })[0] as never,
      undefined,
    ),
  ),
  'a card that is shown to an agent': reader(worstTexts, (text) => {
    quoted(text)
    describeWhole(
      boardOf(1, () => text),
      boardOf(1, () => text).cards[0] as Card,
    )
  }),
}

/** Eight times as much may take 32 times as long: half of what a square takes, and far more than any real reader needs. */
const most = 4

export function testGrowth(size: number): void {
  test.for(Object.entries(readers).map(([name, one]) => [name, one] as const))(
    '%s is read in a time that grows with its size',
    { timeout: 600_000 },
    async ([, { inputs, read }]) => {
      const slow: Record<string, number> = {}
      for (const [name, make] of Object.entries(inputs)) {
        // A test that does nothing else for long is taken for an endless loop.
        await nextTurn()
        const [whole, eighth] = [make(size), make(size / 8)] as [never, never]
        const growth = await timesAsLong(
          () => quietly(() => read(whole)),
          () => {
            for (let times = 0; times < 8; times++) quietly(() => read(eighth))
          },
          most,
        )
        if (growth > most) slow[name] = Math.round(growth * 10) / 10
      }
      expect(slow).toEqual({})
    },
  )
}
