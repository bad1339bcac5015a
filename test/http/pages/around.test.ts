import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'

describe('around the API', () => {
  test('it is alive and ready', async () => {
    const [alive, ready] = [await inboard.request('GET', '/healthz'), await inboard.request('GET', '/readyz')]
    expect([alive.status, alive.body]).toEqual([200, { status: 'alive' }])
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
  })

  test('its metrics are Prometheus text, count requests, and reveal nobody', async () => {
    const { token, user, client } = await inboard.signIn()
    const { project } = await client.addProject({ title: 'A secret plan' })
    await inboard.request('GET', `/api/projects/${project.id}?token=${token}`, { token })
    await inboard.request('GET', `/nothing/${user.email}`)
    const { headers, text } = await inboard.request('GET', '/metrics')

    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const sample =
      /^[a-zA-Z_:][\w:]*(\{[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*"(?:,[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*")*\})? (?:[-+\d.e]+|[-+]?Inf|Nan)$/i
    const typed = new Set(
      [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/gm)].map(([, name]) => name),
    )
    for (const line of text.trim().split('\n')) {
      if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue
      expect(line).toMatch(sample)
      const name = /^[\w:]+/.exec(line)?.[0].replace(/_(?:bucket|sum|count)$/, '') ?? ''
      expect(typed.has(name) || typed.has(/^[\w:]+/.exec(line)?.[0] ?? '')).toBe(true)
    }
    expect(text.endsWith('\n')).toBe(true)

    expect(text).toContain('route="/api/projects/:project_id",status="200"')
    expect(text).toMatch(
      /inboard_http_request_duration_seconds_count\{method="GET",route="none",status="404"\} [1-9]/,
    )
    for (const secret of [
      token,
      user.email,
      user.id,
      project.id,
      'secret plan',
      inboard.world.config.jwtSecret,
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})
