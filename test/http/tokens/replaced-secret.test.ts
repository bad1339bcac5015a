import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { me, secret } from '../../api/sessions/tokens.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

describe('a secret that has been replaced', () => {
  test('still lets in whoever it let in before, and its links still open', async () => {
    const folder = newDataFolder()
    const before = await startTestInboard({ JWT_SECRET: secret }, folder)
    const person = await before.signInByMail()
    await before.client().requestLink({ email: 'late@example.com' })
    const link = await before.linkTo('late@example.com')
    await before.stop()

    const next = 'another secret, which is as long as the first one'
    const replaced = await startTestInboard({ JWT_SECRET: next, JWT_SECRET_PREVIOUS: secret }, folder)
    expect(await me(person.token, replaced)).toBe('200')
    const session = await replaced.client().openLink({ token: link })
    await replaced.stop()

    const forgotten = await startTestInboard({ JWT_SECRET: next }, folder)
    expect(await me(person.token, forgotten)).toBe('401 unauthenticated')
    expect(await me(session.token, forgotten)).toBe('200')
    await forgotten.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
