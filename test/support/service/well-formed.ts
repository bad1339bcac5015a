import { exampleOf } from '../../../src/contract/openapi/examples.ts'
import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { methodAndPath, type Route, routes } from '../../../src/contract/routes.ts'
import { base64Url } from '../authenticator/authenticator.ts'

const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientDataJSON: base64Url(
    Buffer.from('{"type":"webauthn.get","challenge":"AAAA","origin":"http://localhost"}'),
  ),
}
const { clientDataJSON, ...outer } = credential

/** Of a client that nobody knows. */
const authorization = { client_id: 'no-such-client', redirect_uri: 'https://agent.example/callback' }

/** A valid body for every endpoint that has one. */
export const wellFormed: { [Name in RouteName]?: Record<string, unknown> } = {
  requestLink: { email: 'somebody@example.com' },
  describeLink: { token: 'no-such-token' },
  openLink: { token: 'no-such-token' },
  declineLink: { token: 'no-such-token' },
  finishPasskeySignIn: {
    ...outer,
    response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  },
  requestAddressChange: { email: 'somebody.else@example.com' },
  leave: { email: 'nobody@example.com' },
  makeApiToken: { label: 'Shell', scope: 'capture' },
  describeAuthorization: authorization,
  allowAuthorization: { ...authorization, scope: 'read' },
  refuseAuthorization: authorization,
  addPasskey: {
    label: 'Key ring',
    credential: { ...outer, response: { clientDataJSON, attestationObject: 'AAAA' } },
  },
  addProject: { title: 'Garden' },
  renameProject: { title: 'Kitchen garden' },
  addProjectCard: { text: 'Prune the apple tree' },
  addInboxCard: { text: 'Water the plants' },
  editCard: { complete: true },
  resetChanges: { seen: 1 },
  setColumn: { project_id: null, status_id: null, card_ids: [] },
  importFile: {
    format: 'inboard',
    version: 1,
    projects: [
      { title: 'Garden', statuses: [{ name: 'To do', cards: [{ text: 'Weed', complete: false }] }] },
    ],
    inbox: [{ text: 'Water the plants' }],
  },
  batch: { operations: [{ method: 'DELETE', path: '/api/none' }] },
}

/** `?…` with the required query parameters of an endpoint, or nothing. */
export function wellFormedQuery(name: RouteName): string {
  const { query }: Route = routes[name]
  const required = query ? (exampleOf(query) as Record<string, string>) : {}
  return Object.keys(required).length > 0 ? `?${new URLSearchParams(required)}` : ''
}

/** The method and path of an endpoint, with `id` for each path parameter. */
export function requestLineOf(name: RouteName, id: string): [method: string, path: string] {
  const [method, path] = methodAndPath(name)
  return [method, path.replace(/\{\w+\}/g, encodeURIComponent(id))]
}
