import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { complaints, folder, read, useNewFolder } from './environment.ts'

beforeEach(useNewFolder)

describe('a secret in a file', () => {
  const long = 'the secret that is kept in a file of its own'
  const url = 'smtps://ada:sesame@mail.example.com'
  const fileWith = (content: string) => {
    const file = join(mkdtempSync(join(folder, 'secret-')), 'file')
    writeFileSync(file, content, { mode: 0o600 })
    return file
  }

  test.each([
    [long, long],
    [`${long}\n`, long],
    [`${long}\r\n`, long],
    [`${long}\n\n`, `${long}\n`],
    [` ${long} \n`, ` ${long} `],
  ])('is %j less one newline at its end', (content, expected) => {
    expect(read({ JWT_SECRET_FILE: fileWith(content), JWT_SECRET: '' }).jwtSecret).toBe(expected)
  })

  test('may be any that has a secret in it', () => {
    const database = 'postgres://inboard:sesame@db.example.com/inboard'
    const config = read({
      DATABASE_URL: '',
      DATABASE_URL_FILE: fileWith(`${database}\n`),
      JWT_SECRET_FILE: fileWith(long),
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL_FILE: fileWith(`${url}\n`),
      METRICS_TOKEN_FILE: fileWith('sixteen-or-more-characters\n'),
    })
    expect(config.database).toEqual({ engine: 'postgres', url: database })
    expect(config.jwtSecret).toBe(long)
    expect(config.mail).toMatchObject({ transport: 'smtp', url })
    expect(config.metricsToken).toBe('sixteen-or-more-characters')
    expect(config.warnings).toEqual([])
  })

  test.each([
    ['JWT_SECRET', long],
    ['JWT_SECRET_PREVIOUS', long],
    ['DATABASE_URL', 'sqlite:./data/x.db'],
    ['SMTP_URL', url],
    ['METRICS_TOKEN', 'sixteen-or-more-characters'],
  ])('and %s itself are not both set', (name, value) => {
    const both = { [name]: value, [`${name}_FILE`]: fileWith(value) }
    expect(complaints(both)).toEqual([`${name} and ${name}_FILE are both set. Set only one.`])
  })

  test('is complained of once if it cannot be read or is empty, and never shown', () => {
    const none = join(folder, 'none')
    const postgres = 'postgres://inboard@db.example.com/inboard'
    expect(complaints({ DATABASE_URL: postgres, JWT_SECRET_FILE: none })).toEqual([
      expect.stringMatching(/^JWT_SECRET_FILE must be a file that can be read: ENOENT.+\/none'\.$/),
    ])
    const empty = fileWith(' \n')
    expect(complaints({ MAIL_TRANSPORT: 'smtp', SMTP_URL_FILE: empty })).toEqual([
      `SMTP_URL_FILE must be a file with a value in it; ${empty} is empty.`,
    ])
    expect(complaints({ JWT_SECRET_FILE: folder })).toEqual([
      expect.stringMatching(/^JWT_SECRET_FILE must be a file that can be read: EISDIR/),
    ])
    expect(complaints({ JWT_SECRET_FILE: fileWith('sesame') })).toEqual([
      'JWT_SECRET must be at least 32 bytes; it has 6.',
    ])
  })
})
