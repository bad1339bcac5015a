import { describe, expect, test } from 'vitest'
import { csv, importing, importingFile, refusalOf } from './importing.ts'

describe('a CSV file of ours', () => {
  test('has projects, statuses, texts, and what is complete', () => {
    expect(importingFile('boards.csv', 'text/csv')).toEqual({
      format: 'csv',
      boards: {
        Garden: {
          'To do': ['Water the plants\nTwice a day in summer'],
          Doing: ['Prune, then compost'],
          Done: ['✓ Dig the beds'],
        },
        House: { 'To do': ['A "real" library'] },
      },
      inbox: ['Buy milk'],
      lists: { 'To do': 'To do', Doing: 'Doing', Done: 'Done', Someday: 'To do' },
      leftOut: {},
    })
  })

  test('names its columns in any order and case, may lack all but the text, and may have others', () => {
    expect(csv('Text', 'Weed')).toMatchObject({ inbox: ['Weed'], boards: {} })
    expect(csv('colour,COMPLETE, Text ,Project', 'green,x, Weed ,Garden').boards).toEqual({
      Garden: { 'To do': ['✓ Weed'] },
    })
    expect(csv('project,text', 'Inbox,Weed', 'garden,A', 'Garden,B')).toMatchObject({
      inbox: ['Weed'],
      boards: { garden: { 'To do': ['A'] }, Garden: { 'To do': ['B'] } },
    })
  })

  test('may be what a spreadsheet makes of it: semicolons, tabs, any line end, a mark at its start, rows of nothing', () => {
    const expected = { boards: { Garden: { Doing: ['✓ Weed; well'] } }, inbox: [] }
    expect(csv('project;status;text;complete', 'Garden;Doing;"Weed; well";TRUE', ';;;')).toMatchObject(
      expected,
    )
    expect(
      importing('text/csv', '\ufeffproject\tstatus\ttext\tcomplete\r\nGarden\tDoing\tWeed; well\t1\r\n'),
    ).toMatchObject(expected)
    const utf16 = Buffer.from(
      '\ufeffproject\tstatus\ttext\tcomplete\r\nGarden\tDoing\tWeed; well\tyes',
      'utf16le',
    )
    expect(importing('text/csv', utf16)).toMatchObject(expected)
    expect(importing('text/csv', utf16.swap16())).toMatchObject(expected)
    expect(importing('text/csv', '"text"\r"a\r\nb\rc"\r').inbox).toEqual(['a\nb\nc'])
  })

  test('may be in another encoding, if it says so', () => {
    const bytes = Buffer.from('text\nCaf\u00e9 \u0080', 'latin1')
    expect(importing('text/csv; charset=windows-1252', bytes).inbox).toEqual(['Café €'])
    expect(importing('Text/CSV;header=present; charset="iso-8859-1"', bytes).inbox).toEqual(['Café €'])
    expect(refusalOf('text/csv', bytes)).toBe(': is not in utf-8: save it in UTF-8')
    expect(refusalOf('text/csv; charset=klingon', bytes)).toBe(
      'unsupported_media_type The encoding "klingon" is not supported. Send the file in UTF-8.',
    )
  })

  test.for([
    ['', 'line 1: must name the columns project, status, text and complete, or those of Todoist or TickTick'],
    [
      'name,due\nWeed,today',
      'line 1: must name the columns project, status, text and complete, or those of Todoist or TickTick',
    ],
    ['project,text\nGarden,Weed\n\nGarden,', 'line 4, column text: must not be empty'],
    ['text,complete\nWeed,true\n"a\nb",false\nDig,maybe', 'line 5, column complete: must be true or false'],
    ['text\nWe\0ed', 'line 2, column text: must not contain NUL or half of a character'],
    ['text,project\nWeed,Gar\0den', 'line 2, column text: must not contain NUL or half of a character'],
    ['text\n"Weed', 'line 2: has a quotation mark that is never closed'],
  ])('%# that cannot be understood says where', ([content = '', refusal]) => {
    expect(refusalOf('text/csv', content)).toBe(refusal)
  })
})
