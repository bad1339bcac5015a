import type { AuthorizationRequest } from '../../contract/oauth.ts'

const members = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const satisfies (keyof AuthorizationRequest)[]

interface ReadRequest {
  request: AuthorizationRequest
  /** A parameter that the query has twice, which no client may send: each reader would believe another one. */
  repeated: string | undefined
}

/** What an agent has put into the query. A parameter without a value counts as left out (RFC 6749 §3.1). */
export function readRequest(search: string): ReadRequest {
  const query = new URLSearchParams(search)
  const request: AuthorizationRequest = {}
  for (const member of members) {
    const value = query.get(member)
    if (value) request[member] = value
  }
  return { request, repeated: members.find((member) => query.getAll(member).length > 1) }
}
