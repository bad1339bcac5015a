import { expect, test } from 'vitest'
import { answerTo } from '../../support/network/raw-http.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

test('with an https APP_URL, every response has Strict-Transport-Security', async () => {
  const secure = await startTestInboard({ APP_URL: 'https://inboard.example' })
  try {
    const { token } = await secure.signIn()
    const answers = [
      await secure.request('GET', '/'),
      await secure.request('GET', '/api/me', { token }),
      await secure.request('GET', '/api/me'),
      await secure.request('POST', '/api/none'),
      await secure.request('GET', '/%zz'),
      await secure.request('GET', '/healthz'),
      await answerTo(secure.url, 'NONSENSE\r\n\r\n'),
    ]
    for (const { headers } of answers) {
      // Of the hosts below it, some may not have TLS.
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
  } finally {
    await secure.stop()
  }
})
