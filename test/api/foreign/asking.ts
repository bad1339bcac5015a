import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { methodAndPath, type Route, routeNames, routes } from '../../../src/contract/routes.ts'
import type { Answer, SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { requestLineOf, wellFormed } from '../../support/service/well-formed.ts'
export const missing = '01a1dd4b-2842-7000-b798-25bc6374fed5'

export const withId = routeNames.filter((name) => methodAndPath(name)[1].includes('{'))
export const writing = routeNames.filter((name) => (routes[name] as Route).write)

/** Asks for an endpoint about a thing with this id, with a body that is in order. */
export async function ask(
  name: RouteName,
  { token }: SignedIn,
  id: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method, path] = requestLineOf(name, id)
  const body = (routes[name] as Route).body && wellFormed[name]
  return await inboard.request(method, path, { token, headers, ...(body && { body }) })
}
