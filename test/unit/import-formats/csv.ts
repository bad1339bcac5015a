import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/server/common/problems.ts'
import { readCsv } from '../../../src/server/transfer/formats/csv.ts'

const rowsOf = (text: string) => [...readCsv(text)].map(({ fields }) => fields)
const linesOf = (text: string) => [...readCsv(text)].map(({ line }) => line)

/** What is wrong, and where. */
function refusalOf(text: string): string {
  try {
    return JSON.stringify(rowsOf(text))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { errors, detail } = error.problem
    return errors ? errors.map(({ field, message }) => `${field} ${message}`).join() : detail
  }
}

export function testCsv(runs: number): void {
  test('any CSV can be read back, with any delimiter and line ending', () => {
    const field = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', 'x') }),
    )
    const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 8 })
    const marks = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t'),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      isEnded: fc.boolean(),
    })
    fc.assert(
      fc.property(rows, marks, (written, { delimiter, end, isEnded }) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const bare = (text: string) => (/["\r\n,;\t]/.test(text) ? quoted(text) : text)
        // The first line tells the delimiter.
        const lines = [['a', 'b', 'c', 'd'], ...written].map((row, index) =>
          row.map(index % 2 === 0 ? bare : quoted).join(delimiter),
        )
        expect(rowsOf(lines.join(end) + (isEnded ? end : ''))).toEqual([['a', 'b', 'c', 'd'], ...written])
      }),
      { numRuns: runs },
    )
  })

  describe('the lines', () => {
    test('are counted as an editor counts them, whatever ends them', () => {
      expect(linesOf('a,b\n"1\n2",3\r\n\r\n"x\r\ny\rz",\rlast,')).toEqual([1, 2, 5, 8])
    })

    test('that are empty are passed over, and those with empty fields are not', () => {
      expect(rowsOf('a,b\n\n,\n\r\n1,2')).toEqual([
        ['a', 'b'],
        ['', ''],
        ['1', '2'],
      ])
    })
  })

  describe('invalid files', () => {
    test.for([
      ['"a', 'line 1 has a quotation mark that is never closed'],
      ['a,b\n1,"2\n3\n""', 'line 2 has a quotation mark that is never closed'],
      ['a,b\n1,"2" 3', 'line 2 has a quotation mark within a field that is not doubled'],
      [
        `a\n${','.repeat(5_000_000)}`,
        'This file is too complex: line 2 has too many fields. Import it in parts.',
      ],
      [
        `${'x,\n\n'.repeat(50_001)}`,
        'This file is too complex: line 100001 is one too many: a file may have 100000 rows. Import it in parts.',
      ],
    ])('%# names the place', ([text = '', refusal]) => {
      expect(refusalOf(text)).toBe(refusal)
    })

    test('is not what is merely unusual', () => {
      expect(rowsOf('a"b,c "d" e,""')).toEqual([['a"b', 'c "d" e', '']])
      expect(rowsOf('')).toEqual([])
    })
  })
}
