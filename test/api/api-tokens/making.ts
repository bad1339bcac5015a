import type { TokenScope } from '../../../src/contract/access.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
export const make = ({ client }: SignedIn, scope: TokenScope = 'write') =>
  client.makeApiToken({ label: 'Shell', scope })

/** What a token gets who asks for projects with it. */
export const projects = async (token: string, at: TestInboard = inboard) =>
  outcome(await at.request('GET', '/api/projects', { token }))
