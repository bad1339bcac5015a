import { codeOfRefusal, type SignedIn, type TestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

let names = 0
export const newAddress = () => `address-${++names}@example.com`

/** Requests a change of address and returns the token from the link that was sent to the new address. */
export async function askFor(
  { client }: SignedIn,
  email: string,
  at: TestInboard = inboard,
): Promise<string> {
  const before = at.mails().filter(({ to }) => to === email).length
  await client.requestAddressChange({ email })
  return await at.linkTo(email, before + 1)
}

export const open = (token: string, at: TestInboard = inboard) =>
  codeOfRefusal(at.client().openLink({ token }))
