import { expect } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import type { RequestOptions } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

export const person = await inboard.signIn()

export const post = (body: unknown, headers: Record<string, string> = {}) =>
  inboard.request('POST', '/api/inbox/cards', { token: person.token, body, headers } as RequestOptions)
export const cards = async () => (await person.client.listInboxCards()).cards
export const weed = '{"text":"Weed"}'

export async function expectRefused(refusal: string, body: unknown, headers?: Record<string, string>) {
  const before = await cards()
  expect(outcome(await post(body, headers))).toBe(refusal)
  expect(await cards()).toEqual(before)
}
