import { expect, test } from 'vitest'
import { UsersCommand } from '../../../api/command/users/commands.ts'
import { inboard } from '../../../support/service/shared.ts'

// What it does to accounts is in test/api/command and test/rules/command.

const users = new UsersCommand(inboard)

test.each([
  [['show', 'nobody@example.com'], 1, 'There is no account nobody@example.com.'],
  [['disable', '0'], 1, 'There is no account 0.'],
  [['delete', 'ada'], 1, '"ada" is not an email address. Enter one like ada@example.com.'],
  [['link', 'ada@'], 1, '"ada@" is not an email address. Enter one like ada@example.com.'],
])('%j is refused in a sentence', async (words, code, sentence) => {
  expect(await users.run(...words)).toEqual({ code, told: '', complaint: `${sentence}\n` })
})
