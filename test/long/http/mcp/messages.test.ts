import { test } from 'vitest'
import { expectWords } from '../../../http/mcp/odd-arguments.ts'
import { expectQuietLog } from '../../../support/service/quiet-log.ts'
import { inboard } from '../../../support/service/shared.ts'

expectQuietLog(inboard)

test('invalid arguments of every shape are refused with a sentence, and nothing breaks', async () => {
  const { client } = await inboard.signIn()
  const { token } = await client.makeApiToken({ label: 'Agent', scope: 'write' })
  await expectWords(inboard.url, token)
})
