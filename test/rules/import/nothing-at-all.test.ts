import { describe, expect, test } from 'vitest'
import { newcomer } from '../../api/import/people.ts'
import { times } from '../../support/service/sending.ts'

describe('an import is all or nothing', () => {
  test('errors name the place, however late in the file it is', async () => {
    const { post, client } = await newcomer()
    const { seq } = await client.changes()
    const rows = times(300, (index) => `Project ${index % 5},To do,Card ${index},false`)
    const lines = ['project,status,text,complete', ...rows, 'Garden,To do,Weed,perhaps']
    const { body } = await post(lines.join('\n'))
    expect(body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'line 302, column complete', message: 'must be true or false' }],
    })
    const broken = await post('{"format":"inboard",\n"version":1,,', 'application/json')
    expect(broken.body).toMatchObject({
      code: 'malformed_json',
      detail: 'The body is not valid JSON: see line 2, column 13.',
    })
    expect(await client.exportAccount()).toMatchObject({ projects: [], inbox: [] })
    expect((await client.changes()).seq).toBe(seq)
  })

  test('on the other thread, too', async () => {
    const { post, client } = await newcomer()
    const rows = times(300, (index) => `Project ${index % 5},To do,Card ${index},false`)
    const { body } = await post(['project,status,text,complete', ...rows, ',,"Weed'].join('\n'))
    expect(body.errors).toEqual([{ field: 'line 302', message: 'has a quotation mark that is never closed' }])
    expect(await client.exportAccount()).toMatchObject({ projects: [], inbox: [] })
  })
})
