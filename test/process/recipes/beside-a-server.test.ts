import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startTestInboard } from '../../support/service/inboard.ts'
import { dockerfile, read } from './deployment.ts'

test('the proxies keep the links that a server sends out of their logs, and the health check of the image knows whether it is alive', async () => {
  const inboard = await startTestInboard()
  await inboard.client().requestLink({ email: 'ada@example.com' })
  await inboard.linkTo('ada@example.com')
  const link = new URL(/https?:\/\/\S+/.exec(inboard.mails()[0]?.text ?? '')?.[0] ?? '')
  for (const path of [link.pathname, '/calendar/'])
    expect(read('nginx/inboard.conf')).toContain(
      `location ${path} {\n        access_log off;\n        error_log /var/log/nginx/error.log crit;\n`,
    )
  const [parameter] = link.searchParams.keys()
  const caddy = read('caddy/Caddyfile')
  // For errors, and for requests.
  for (const line of read('caddy/below-a-path.Caddyfile').match(/^.*(?:request>|resp_headers>).*$/gm) ?? [])
    expect(caddy).toContain(line)
  expect(
    caddy.split(`request>uri regexp "([?&]${parameter}=|/calendar/)[^&]*" "\${1}REDACTED"`),
  ).toHaveLength(3)
  expect(caddy.split('resp_headers>Location delete')).toHaveLength(3)

  const belowAPath = read('nginx/below-a-path.conf')
  for (const path of [link.pathname, '/calendar/'])
    expect(belowAPath).toMatch(
      new RegExp(
        String.raw`location ~ \^/inboard/\([^)]*${path.slice(1)}.*\{\n *access_log off;\n *error_log .* crit;\n`,
      ),
    )

  const [, command = '[]'] = /HEALTHCHECK .*\\\n {2}CMD (.+)$/m.exec(dockerfile) ?? []
  const [shell = '', ...words]: string[] = JSON.parse(command)
  const check = async () => {
    const child = spawn(shell, words, { env: { ...process.env, PORT: String(inboard.world.config.port) } })
    const [code] = await once(child, 'exit')
    return code
  }
  expect(await check()).toBe(0)
  await inboard.stop()
  expect(await check()).toBe(1)
})
