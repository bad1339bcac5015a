import { describe, expect, test } from 'vitest'
import { newcomer } from '../../api/import/people.ts'
import { csv } from '../../support/import-files/files.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

describe('who may import, and how', () => {
  test('a session, and no API token', async () => {
    const { client } = await newcomer()
    for (const scope of ['capture', 'read', 'write'] as const) {
      const { token } = await client.makeApiToken({ label: scope, scope })
      expect(await codeOfRefusal(inboard.client(token).importFile({ file: csv('text\nx') }))).toBe(
        'scope_insufficient',
      )
    }
  })

  test('not as part of a batch', async () => {
    const { client } = await newcomer()
    const operations = [
      {
        method: 'POST',
        path: '/api/import',
        body: { format: 'inboard', version: 1, projects: [], inbox: [] },
      },
    ]
    expect((await client.batch({ operations })).results).toMatchObject([{ status: 404 }])
  })

  test.for([
    ['text/csv', '201'],
    ['Text/CSV; charset=UTF-8', '201'],
    ['text/csv;header=present', '201'],
    ['text/csv; charset=none', '415 unsupported_media_type'],
    ['text/csvx', '415 unsupported_media_type'],
    ['text/plain', '415 unsupported_media_type'],
    ['application/vnd.ms-excel', '415 unsupported_media_type'],
    ['application/octet-stream', '415 unsupported_media_type'],
    ['multipart/form-data; boundary=x', '415 unsupported_media_type'],
    ['application/json', '400 malformed_json'],
  ] as const)('as %s: %s', async ([type, outcome]) => {
    const { post } = await newcomer()
    expect((await post('text\nWeed', type)).outcome).toBe(outcome)
  })

  test('not compressed, and not empty', async () => {
    const { send, post } = await newcomer()
    const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' }
    expect((await send('POST /api/import', { body: 'text\nx', headers })).outcome).toBe(
      '415 unsupported_media_type',
    )
    expect((await post('')).outcome).toBe('400 malformed_json')
    expect((await send('POST /api/import')).outcome).toBe('400 malformed_json')
  })

  test('with a dry run that is true or false, and nothing else', async () => {
    const { post } = await newcomer()
    const outcomes = []
    for (const text of ['true', 'false', 'yes', '1', ''])
      outcomes.push((await post('text\nx', 'text/csv', `?dry_run=${text}`)).outcome)
    expect(outcomes).toEqual(['200', '201', ...times(3, () => '422 validation_failed')])
  })
})
