import type { SignedIn } from '../service/inboard.ts'

/** What the browser of somebody who has signed in remembers. */
export const memoryOf = ({ token, user }: SignedIn) => ({
  'inboard.session': { token, token_type: 'Bearer', expires_at: '2099-01-01T00:00:00.000Z', user },
  // The offer of a passkey has tests of its own.
  'inboard.declined-passkey': [user.id],
})
