import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'
import { type Send, type Sent, sender } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
export const missing = '01890000-0000-7000-8000-000000000000'
export const inbox = { project_id: null, status_id: null }

export async function newcomer(
  at: TestInboard = inboard,
): Promise<SignedIn & { send: Send; seq(): Promise<number> }> {
  const person = await at.signIn()
  return {
    ...person,
    send: sender(at, person.token),
    seq: async () => (await person.client.changes()).seq,
  }
}

/** What a repetition must have in common with the first answer. */
export const essence = ({ status, body, headers }: Sent) => ({
  status,
  body,
  etag: headers.get('etag'),
  location: headers.get('location'),
})
