import { codeOfRefusal, type SignedIn, type TestInboard } from '../../support/service/inboard.ts'
export const unknownToken = 'x'.repeat(43)

/** What the trail says, less the level and the time. */
export const linesOf = ({ trail }: TestInboard) =>
  trail.map(({ event, user_id, outcome }) => `${event} ${user_id ?? 'nobody'} ${outcome}`)

export const open = (token: string, at: TestInboard) => codeOfRefusal(at.client().openLink({ token }))

export async function newLink(email: string, at: TestInboard): Promise<string> {
  const before = at.mails().filter(({ to }) => to === email).length
  await at.client().requestLink({ email })
  return await at.linkTo(email, before + 1)
}

/** Asks for a change of address, and answers with the token of the link. */
export async function change({ client }: SignedIn, email: string, at: TestInboard): Promise<string> {
  const before = at.mails().filter(({ to }) => to === email).length
  await client.requestAddressChange({ email })
  return await at.linkTo(email, before + 1)
}
