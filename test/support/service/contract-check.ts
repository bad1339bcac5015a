import { Ajv, type ValidateFunction } from 'ajv'
import { codeOf, Problem, problems } from '../../../src/contract/problem.ts'
import {
  isRevised,
  isShortened,
  methodAndPath,
  problemsOf,
  type Route,
  routeNames,
  routes,
} from '../../../src/contract/routes.ts'
import { closed } from './closed.ts'

const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
})

const patterns = routeNames.map((name) => {
  const [method, path] = methodAndPath(name)
  return { name, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }
})

/** The route of the contract for a request, if there is one. */
function routeOf(method: string, url: string) {
  const { pathname } = new URL(url)
  // A literal path takes precedence over a pattern, as in the router.
  const matches = patterns.filter((route) => route.method === method && route.pattern.test(pathname))
  return (matches.find(({ name }) => methodAndPath(name)[1] === pathname) ?? matches[0])?.name
}

/** Compares a response with what its route declares: status, headers, content type and every member of the body. */
export function checkAnswer(
  method: string,
  url: string,
  status: number,
  headers: Headers,
  text: string,
): void {
  const complain = (what: string): never => {
    throw new Error(
      `${method} ${new URL(url).pathname} answered ${status}, but ${what}: ${text.slice(0, 500)}`,
    )
  }
  if (!headers.get('x-request-id')) complain('without an X-Request-Id')
  if (/^\/api(?:\/|$)/.test(new URL(url).pathname) && !headers.get('inboard-version'))
    complain('without the Inboard-Version')
  if (headers.has('retry-after') !== [429, 503].includes(status))
    complain('Retry-After belongs to every 429 and 503')
  if (status >= 400) {
    checkProblem(method, url, status, headers, text, complain)
    return
  }
  const name = routeOf(method, url)
  if (!name) return
  const route: Route = routes[name]
  const { searchParams } = new URL(url)
  const isMinimal = headers.get('preference-applied') === 'return=minimal'
  if (isMinimal && !route.minimal) complain('its contract knows of no preference')
  const expected =
    isMinimal && isShortened(route)
      ? 204
      : route.query?.properties.dry_run && searchParams.get('dry_run') === 'true'
        ? 200
        : route.status
  if (status !== expected) complain(`its contract says ${expected}`)
  if (!route.answer || expected === 204) {
    if (text !== '') complain('its contract says that it has no body')
    return
  }
  if (route.stream) {
    if (headers.get('content-type') !== 'text/event-stream; charset=utf-8') complain('not as events')
    return
  }
  if (route.write && !/^\d+$/.test(headers.get('inboard-seq') ?? '')) complain('without its Inboard-Seq')
  // Without a scope that reads, a repetition has none.
  const isReplay = headers.get('idempotency-replayed') === 'true' && route.access === 'capture'
  if (isRevised(route) && !isReplay && !/^"\d+"$/.test(headers.get('etag') ?? ''))
    complain('without its ETag')
  if (headers.get('content-type') !== 'application/json; charset=utf-8') complain('not as application/json')
  // Below a path of the host, there is more in front.
  const location = headers.get('location') ?? ''
  if (route.location && status === 201 && !location.endsWith(route.location)) complain('without its Location')
  if (
    route.download &&
    !/^attachment; filename="inboard-\d{4}-\d\d-\d\d\.json"$/.test(headers.get('content-disposition') ?? '')
  )
    complain('without a name for its file')
  if (route.collection && !location.includes(`${route.collection}/`)) complain('without its Location')
  const validate = validatorOf(route.answer)
  if (!validate(JSON.parse(text))) complain(`not as its schema says (${ajv.errorsText(validate.errors)})`)
}

const validators = new Map<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(closed(schema))
  validators.set(schema, validate)
  return validate
}

const isProblem = validatorOf(Problem)

function checkProblem(
  method: string,
  url: string,
  status: number,
  headers: Headers,
  text: string,
  complain: (what: string) => never,
): void {
  if (new URL(url).pathname.startsWith('/oauth/')) {
    checkOAuthError(headers, text, complain)
    return
  }
  if (headers.get('content-type') !== 'application/problem+json; charset=utf-8')
    complain('not as application/problem+json')
  const body: unknown = JSON.parse(text)
  if (!isProblem(body)) complain(`not as a problem (${ajv.errorsText(isProblem.errors)})`)
  const problem = body as Problem
  if (problem.status !== status) complain('its body gives another status')
  if ((problem.code === 'validation_failed') !== (problem.errors !== undefined))
    complain('errors belong to validation_failed')
  if ((status === 429) !== (problem.retry_after !== undefined)) complain('retry_after belongs to 429')
  if (status === 429 && headers.get('retry-after') !== String(problem.retry_after))
    complain('Retry-After differs')
  const challenge = headers.get('www-authenticate') ?? ''
  // Agents are also told how to connect.
  const expected = new URL(url).pathname === '/mcp' ? /^Bearer(?: |$)/ : /^Bearer$/
  if (status === 401 && !expected.test(challenge)) complain('without WWW-Authenticate')
  const name = routeOf(method, url)
  const declared = name ? problemsOf(name) : elsewhere(new URL(url).pathname)
  const fits = declared.some((one) => problems[one].status === status && codeOf(one) === problem.code)
  if (!fits) complain(`its contract does not declare ${problem.code}`)
}

/** RFC 6749 §5.2. */
function checkOAuthError(headers: Headers, text: string, complain: (what: string) => never): void {
  if (headers.get('content-type') !== 'application/json; charset=utf-8') complain('not as application/json')
  if (headers.get('access-control-allow-origin') !== '*') complain('not to every origin')
  const { error, error_description: description, ...others } = JSON.parse(text)
  if (!/^[a-z_]+$/.test(error)) complain('without a code')
  if (!/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(description)) complain('without a description')
  if (Object.keys(others).length > 0) complain('with more than its code and description')
}

/** Pages, probes, and paths that don't exist. */
const elsewhere = (path: string) =>
  [
    'not_found',
    'unavailable',
    'internal',
    'rate_limited',
    ...(path === '/metrics' ? (['unauthenticated'] as const) : []),
    ...(path === '/mcp' ? (['unauthenticated', 'scope_insufficient'] as const) : []),
  ] as const

export const isStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** A `fetch` that checks every response against the contract. For a stream, only its beginning. */
export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const url = input instanceof Request ? input.url : String(input)
  const { status, headers } = response
  if (isStream(response)) {
    checkAnswer(init?.method ?? 'GET', url, status, headers, '')
    return response
  }
  // Read once and constructed again, because reading a clone takes three times as long.
  const bytes = await response.arrayBuffer()
  checkAnswer(init?.method ?? 'GET', url, status, headers, new TextDecoder().decode(bytes))
  const hasBody = status !== 204 && status !== 304
  return new Response(hasBody ? bytes : null, { status, statusText: response.statusText, headers })
}
