import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/server/common/clock.ts'
import { createTransport } from '../../../src/server/mail/transports.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { eventually } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'
import { sendmail } from './sendmail-program.ts'

describe('an aborted attempt ends at once, and releases its resources', () => {
  const message = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: 'Hello' }
  const from = 'mail@example.org'
  const show = () => {}

  test.each([
    ['', {}],
    ['over TLS ', { secure: true, logger: false as const }],
  ])('with a mail server that %shangs', async (_how, options) => {
    const smtp = await TestSmtp.start(options)
    smtp.treat = () => 'hang after data'
    const url = `${smtp.url}?tls.rejectUnauthorized=false`
    const send = createTransport({ transport: 'smtp', from, url }, systemClock, show)
    const calledOff = new AbortController()
    const sending = send(message, 'id', calledOff.signal)
    await eventually(() => smtp.pending.size === 1 || undefined, 'the message')
    calledOff.abort()
    await expect(sending).rejects.toThrow()
    await eventually(() => smtp.connections === 0 || undefined, 'the end of the connection')
    await smtp.stop()
  })

  test('with a mail server that sends a byte now and then, which no timeout for silence notices', async () => {
    let open = 0
    const server = createServer((socket) => {
      open++
      socket.on('error', () => {})
      socket.resume()
      const trickle = setInterval(() => socket.write('2'), 20)
      socket.once('close', () => {
        clearInterval(trickle)
        open--
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const url = `smtp://127.0.0.1:${port}`
    const send = createTransport({ transport: 'smtp', from, url }, systemClock, show)
    const calledOff = new AbortController()
    const sending = send(message, 'id', calledOff.signal)
    await eventually(() => open === 1 || undefined, 'a connection')
    calledOff.abort()
    await expect(sending).rejects.toThrow()
    await eventually(() => open === 0 || undefined, 'the end of the connection')
    server.close()
  })

  test('with a mail program that never ends', async () => {
    const pid = join(newDataFolder(), 'pid')
    const { program } = sendmail(`echo $$ > '${pid}'\nwhile :; do :; done`)
    const send = createTransport({ transport: 'sendmail', from, program }, systemClock, show)
    const calledOff = new AbortController()
    const sending = send(message, 'id', calledOff.signal)
    const id = await eventually(
      () => (existsSync(pid) && Number(readFileSync(pid, 'utf8'))) || undefined,
      'the program',
    )
    calledOff.abort()
    await expect(sending).rejects.toThrow()
    await eventually(() => (isRunning(id) ? undefined : true), 'its end')
  })
})

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
