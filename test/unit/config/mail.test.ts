import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newServerCertificate } from '../../support/network/server-certificate.ts'
import { complaints, folder, read, useNewFolder } from './environment.ts'

beforeEach(useNewFolder)

describe('the way mail goes', () => {
  // sendmail is looked for in these places too, whatever PATH is.
  const machineHasSendmail = ['/usr/sbin/sendmail', '/usr/lib/sendmail'].some((file) => {
    try {
      return statSync(file).isFile()
    } catch {
      return false
    }
  })

  function folderWithSendmail() {
    const program = join(folder, 'bin/sendmail')
    mkdirSync(join(folder, 'bin'))
    writeFileSync(program, '#!/bin/sh\n')
    chmodSync(program, 0o755)
    return { program, path: join(folder, 'bin') }
  }

  const unset = { MAIL_TRANSPORT: '' }

  test('unset, it is the sendmail program of the machine, in production too', () => {
    const { program, path } = folderWithSendmail()
    const PATH = `:${join(folder, 'nothing-here')}:${path}`
    for (const NODE_ENV of ['', 'production']) {
      expect(read({ ...unset, PATH, NODE_ENV }).mail).toEqual({
        transport: 'sendmail',
        from: 'Inboard <no-reply@localhost>',
        program,
      })
    }
  })

  test('unset, it is SMTP if there is an SMTP_URL, whatever the machine has', () => {
    const url = 'smtps://ada:sesame@mail.example.com:465'
    const { path } = folderWithSendmail()
    expect(read({ ...unset, PATH: path, SMTP_URL: url }).mail).toMatchObject({ transport: 'smtp', url })
  })

  test('what is called sendmail but cannot be run is passed over', () => {
    mkdirSync(join(folder, 'a/sendmail'), { recursive: true })
    mkdirSync(join(folder, 'b'))
    writeFileSync(join(folder, 'b/sendmail'), '', { mode: 0o644 })
    const { program, path } = folderWithSendmail()
    const PATH = [join(folder, 'a'), join(folder, 'b'), path].join(':')
    expect(read({ ...unset, PATH }).mail).toMatchObject({ transport: 'sendmail', program })
  })

  test('unset and with no sendmail program, it is the log, and that it was not chosen is known', () => {
    const { mail } = read({ ...unset, PATH: folder })
    if (machineHasSendmail) expect(mail.transport).toBe('sendmail')
    else expect(mail).toMatchObject({ transport: 'log', chosen: false, file: join(folder, 'mail.log') })
  })

  test('unset and with no sendmail program, it is refused in production', () => {
    const refused = complaints({ ...unset, PATH: folder, NODE_ENV: 'production' })
    expect(refused).toEqual(
      machineHasSendmail
        ? []
        : [expect.stringMatching(/^MAIL_TRANSPORT is required with NODE_ENV=production/)],
    )
  })

  test('chosen as sendmail with no such program, it is refused', () => {
    const refused = complaints({ MAIL_TRANSPORT: 'sendmail', PATH: folder })
    expect(refused).toEqual(
      machineHasSendmail
        ? []
        : [expect.stringMatching(/^MAIL_TRANSPORT is "sendmail", but this machine has no/)],
    )
  })

  test('chosen as the log, it is that, whatever the machine has, in production too', () => {
    const { path } = folderWithSendmail()
    const file = join(folder, 'deep/er/mail.log')
    const { mail } = read({ MAIL_LOG_FILE: file, PATH: path, NODE_ENV: 'production' })
    expect(mail).toMatchObject({ transport: 'log', chosen: true, file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('chosen as SMTP, it needs a URL, and only then', () => {
    const url = 'smtps://ada:sesame@mail.example.com:465'
    expect(read({ MAIL_TRANSPORT: 'smtp', SMTP_URL: url }).mail).toMatchObject({ transport: 'smtp', url })
    expect(complaints({ MAIL_TRANSPORT: 'smtp', SMTP_URL: '' })).toEqual([
      expect.stringMatching(/^SMTP_URL is required with MAIL_TRANSPORT=smtp/),
    ])
    expect(complaints({ MAIL_TRANSPORT: 'smtp', SMTP_URL: 'x' })).toEqual([
      expect.stringMatching(/^SMTP_URL must be smtp:\/\/host:port/),
    ])
  })
})

describe('an authority for the mail server', () => {
  const smtp = { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtps://mail.example.com' }
  const file = () => join(folder, 'ca.pem')

  test('is read from its file, with whatever is around the certificates', () => {
    const certificates = ['a.example.com', 'b.example.com'].map(
      (host) => newServerCertificate(host).certificate,
    )
    writeFileSync(file(), `# ours\n${certificates.join('\nand\n')}`)
    expect(read({ ...smtp, SMTP_CA_FILE: file() }).mail).toMatchObject({
      authorities: certificates.map((certificate) => certificate.trim()),
    })
  })

  test.each([
    ['', /there is none in .+ca\.pem\.$/],
    ['sesame', /there is none in .+ca\.pem\.$/],
    ['-----BEGIN CERTIFICATE-----\nc2VzYW1l\n-----END CERTIFICATE-----\n', /.+\.$/],
    [undefined, /ENOENT.+\.$/],
  ])('that is none is complained of: %j', (content, reason) => {
    if (content !== undefined) writeFileSync(file(), content)
    const [complaint, ...more] = complaints({ ...smtp, SMTP_CA_FILE: file() })
    expect(complaint).toMatch(/^SMTP_CA_FILE must be a file with certificates \(PEM\): /)
    expect(complaint).toMatch(reason)
    expect(more).toEqual([])
  })
})
