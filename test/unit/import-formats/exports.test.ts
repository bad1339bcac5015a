import { describe, expect, test } from 'vitest'
import { importing, refusalOf } from './importing.ts'

describe('an export of ours', () => {
  const whole = { format: 'inboard', version: 1, projects: [], inbox: [] }
  const project = { title: 'Garden', statuses: [] }
  const importingExport = (more: object) =>
    importing('application/json', JSON.stringify({ ...whole, ...more }))

  test('is what it was; a status of another name becomes the first', () => {
    const statuses = [
      { name: 'Done', cards: [{ text: 'a', complete: false }] },
      { name: 'Later', cards: [{ text: 'b', complete: true }, { text: 'c' }] },
    ]
    expect(
      importingExport({ projects: [{ title: ' Garden\n', statuses }], inbox: [{ text: ' d ' }] }),
    ).toMatchObject({
      format: 'inboard',
      boards: { Garden: { 'To do': ['✓ b', 'c'], Done: ['a'] } },
      inbox: ['d'],
    })
  })

  test.for([
    [{ format: 'outboard' }, 'format: must be "inboard"'],
    [{ format: 1 }, 'format: must be text'],
    [{ version: 2 }, 'version: must be 1: this export comes from another version of Inboard'],
    [{ version: '1' }, 'version: must be a number'],
    [{ projects: undefined }, 'projects: is required'],
    [{ projects: [project, { title: ' ' }] }, 'projects.1.title: must not be empty'],
    [
      { projects: [{ title: 'a\0', statuses: [] }] },
      'projects.0.title: must not contain NUL or half of a character',
    ],
    [
      { projects: [{ ...project, statuses: [{ name: 'Done', cards: [{ text: 'a' }, { text: '' }] }] }] },
      'projects.0.statuses.0.cards.1.text: must not be empty',
    ],
    [
      { inbox: [{ text: 'a', created_at: '2026-02-30T00:00:00.000Z' }] },
      'inbox.0.created_at: must be a time in UTC, as ISO 8601 with milliseconds',
    ],
    [
      { inbox: [{ text: 'a', created_at: '+012026-01-01T00:00:00.000Z' }] },
      'inbox.0.created_at: must be a time in UTC, as ISO 8601 with milliseconds',
    ],
    [
      { inbox: [{ text: 'a', created_at: '2026-11-15' }] },
      'inbox.0.created_at: must be a time in UTC, as ISO 8601 with milliseconds',
    ],
    [{ inbox: [{ text: 'a\udc00' }] }, 'inbox.0.text: must not contain NUL or half of a character'],
  ] as [object, string][])('%# that cannot be understood says where: %s', ([more, refusal]) => {
    expect(refusalOf('application/json', JSON.stringify({ ...whole, ...more }))).toBe(refusal)
  })
})
