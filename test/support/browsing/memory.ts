import type { SignedIn } from '../service/inboard.ts'

/** The local storage of a signed-in browser. */
export const memoryOf = ({ token, user }: SignedIn) => ({
  'inboard.session': { token, token_type: 'Bearer', expires_at: '2099-01-01T00:00:00.000Z', user },
  // The offer to add a passkey has its own tests.
  'inboard.declined-passkey': [user.id],
})
