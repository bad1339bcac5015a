import type { OpenApi, Operation, Parameter, Schema } from '../../contract/openapi/document.ts'
import { type Endpoint, endpointsOf } from '../../contract/openapi/endpoints.ts'
import { exampleOfProblem } from '../../contract/openapi/examples.ts'
import type { RouteName } from '../../contract/plain/paths.ts'
import { codeOf, type ProblemName, problems } from '../../contract/problem.ts'
import { routeNames } from '../../contract/routes.ts'

/**
 * Renders the OpenAPI document as a page. It has no scripts, and so needs no exception from the content
 * security policy.
 */
export function docsPage(document: OpenApi): string {
  const order = (one: Endpoint) => routeNames.indexOf(one.operationId)
  const endpoints = endpointsOf(document).toSorted((one, other) => order(one) - order(other))
  const groups = document.tags.map((tag) => ({
    ...tag,
    id: tag.name.toLowerCase().replaceAll(' ', '-'),
    endpoints: endpoints.filter(({ tags }) => tags.includes(tag.name)),
  }))
  const [{ url = '' } = {}] = document.servers
  const { title, version, description } = document.info

  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/tokens.css">
<link rel="stylesheet" href="/assets/docs.css">
</head>
<body>
<nav aria-label="Contents">
  <p class="brand"><a href="/"><img src="/assets/icon.svg" alt="Home" width="28" height="28"></a><strong>${title}</strong><small>API ${version}</small></p>
  <ul>
    <li><a href="#start">Getting started</a></li>
    <li><a href="#errors">Errors</a></li>
    ${groups.map(
      (group) => html`<li><a href="#group-${group.id}">${group.name}</a>
      <ul>${group.endpoints.map((one) => html`<li><a href="#${one.operationId}">${one.summary}</a></li>`)}</ul></li>`,
    )}
  </ul>
</nav>
<main>
<header>
  <h1>${title} API</h1>
  <p class="lead">${prose(description)}</p>
  <p class="quiet">Base URL <code>${url}</code> · <a href="/openapi.json">openapi.json</a> for tools and generators</p>
</header>
${gettingStarted(endpoints, url)}
${errors()}
${groups.map(
  (group) => html`<section id="group-${group.id}">
  <h2>${group.name}</h2>
  <p>${prose(group.description)}</p>
  ${group.endpoints.map((one) => article(one, document, url))}
</section>`,
)}
</main>
</body>
</html>
`.text
}

function gettingStarted(endpoints: Endpoint[], url: string): Html {
  const curlFor = (id: RouteName, before = '') =>
    endpoints.filter(({ operationId }) => operationId === id).map((one) => pre(before + curl(one, url)))
  return html`<section id="start">
  <h2>Getting started</h2>
  <ol class="steps">
    <li><p>Create an API token in <a href="/settings">the settings</a>. Its scope limits what it can do: <code>capture</code> only adds cards to the inbox, <code>read</code> only reads, <code>write</code> reads and writes.</p></li>
    <li><p>Send it with every call.</p>${curlFor('addInboxCard', 'TOKEN=inb_…\n\n')}</li>
    <li><p>To sign in without a browser, request a link and exchange the token in its URL for a session. A link works once, so don't press the button on its page.</p>${curlFor('requestLink')}${curlFor('openLink')}
    <p>With the <code>token</code> of the answer as <code>TOKEN</code>, create an API token, which lasts until you revoke it.</p>${curlFor('makeApiToken')}</li>
  </ol>
  <p>Bodies are JSON in UTF-8. Unknown members are ignored, and nothing is converted: <code>"1"</code> is not a number.
  Ids are opaque text, and times are UTC. Other people's items answer 404, as if they did not exist.</p>
  <p>A body that arrives at 8 KiB/s or faster has no time limit. On each instance, an account may have 20 bodies arriving,
  and 64 MiB of bodies arriving or waiting for their turn.</p>
</section>`
}

function errors(): Html {
  const example = exampleOfProblem('validation_failed')
  const rows = Object.entries(problems).map(([name, { status, detail }]) =>
    problemRow(String(status), codeOf(name as ProblemName), detail),
  )
  return html`<section id="errors">
  <h2>Errors</h2>
  <p>Every error is <code>application/problem+json</code> with the same members. Programs should look at
  <code>code</code>, which is stable; <code>detail</code> is for people. <code>validation_failed</code> has
  <code>errors</code>, and every 429 has <code>retry_after</code>, in seconds. Every 429 and 503 has the header
  <code>Retry-After</code>.</p>
  ${pre(JSON.stringify(example, null, 2))}
  ${table(['Status', 'Code', 'Meaning'], rows)}
</section>`
}

const problemRow = (status: string, code: string, detail: string) => [
  html`<b class="status">${status}</b>`,
  html`<code>${code}</code>`,
  detail.replace('{retry_after}', 'N'),
]

function article(endpoint: Endpoint, { components }: OpenApi, url: string): Html {
  const { operationId, method, path, summary, description, security, parameters, requestBody } = endpoint
  const body = requestBody?.content['application/json']?.schema
  const parametersIn = (place: Parameter['in']): Schema => {
    const those = parameters.filter((one) => one.in === place)
    return {
      properties: Object.fromEntries(
        those.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
      ),
      required: those.filter(({ required }) => required).map(({ name }) => name),
    }
  }
  const members = (schema: Schema, sent: boolean) => membersTable(membersOf(schema, components.schemas), sent)
  return html`<article id="${operationId}">
  <h3><a href="#${operationId}">${summary}</a></h3>
  <p class="endpoint"><b class="method ${method.toLowerCase()}">${method}</b> <code>${breakable(path)}</code>
  <span class="badge">${accessOf(security)}</span></p>
  ${description && html`<p>${prose(description)}</p>`}
  ${parameters.some((one) => one.in === 'path') ? html`<h4>Path</h4>${members(parametersIn('path'), true)}` : ''}
  ${parameters.some((one) => one.in === 'query') ? html`<h4>Query</h4>${members(parametersIn('query'), true)}` : ''}
  ${parameters.some((one) => one.in === 'header') ? html`<h4>Headers</h4>${members(parametersIn('header'), true)}` : ''}
  ${body && html`<h4>Body</h4>${members(body, true)}`}
  ${pre(curl(endpoint, url))}
  ${otherBodies(endpoint)}
  <h4>Answers</h4>
  ${Object.entries(endpoint.responses)
    .filter(([status]) => status < '400')
    .map(([status, { description, headers, content }]) => {
      const { schema, example } = content?.['application/json'] ?? {}
      const events = content?.['text/event-stream']
      const title = html`<b class="status good">${status}</b> ${description}${'Location' in headers ? html`, with a <code>Location</code>` : ''}`
      if (events)
        return html`<details><summary>${title}, as a stream of events</summary>${pre(String(events.example))}</details>`
      return schema
        ? html`<details><summary>${title}</summary>${members(schema, false)}${pre(JSON.stringify(example, null, 2))}</details>`
        : html`<p class="answer">${title}, with no body</p>`
    })}
  ${problemList(endpoint)}
</article>`
}

/** Files may have other types as well. */
function otherBodies({ requestBody }: Endpoint): Html[] {
  const { 'application/json': _, ...others } = requestBody?.content ?? {}
  return Object.entries(others).map(
    ([type, { example }]) => html`<p>Or as <code>${type}</code>:</p>${pre(String(example))}`,
  )
}

function problemList({ responses }: Endpoint): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => status >= '400')
    .flatMap(([status, { description }]) =>
      [...description.matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code = '', detail = '']) =>
        problemRow(status, code, detail),
      ),
    )
  return html`<details><summary>${rows.length} problems</summary>${table(['Status', 'Code', 'Meaning'], rows)}</details>`
}

function membersTable({ description, members }: ReturnType<typeof membersOf>, sent: boolean): Html {
  return html`${description && html`<p>${prose(description)}</p>`}${table(
    ['Name', 'Type', 'Meaning and limits'],
    members.map(({ name, type, bounds, required, description }) => [
      html`<code>${breakable(name)}</code> <small>${type === 'refused' ? '' : presence(required, sent)}</small>`,
      type,
      html`${description && html`<p>${prose(description)}</p>`}${bounds && html`<small>${bounds}</small>`}`,
    ]),
  )}`
}

/**
 * Members of requests are marked as required or optional, members of responses only if they can be missing.
 */
function presence(required: boolean, sent: boolean): string {
  if (!required) return 'optional'
  return sent ? 'required' : ''
}

function curl({ method, path, parameters, security, requestBody, responses }: Endpoint, url: string): string {
  const content = requestBody?.content['application/json']
  const compact = JSON.stringify(content?.example)
  const body = compact?.length > 80 ? JSON.stringify(content?.example, null, 2) : compact
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(required.map(({ name, schema }) => [name, String(schema.examples?.[0])]))
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const verb = method === 'GET' || (method === 'POST' && content) ? '' : `-X ${method} `
  return [
    required.length > 0
      ? `curl ${verb}"${url}${target}?${query}"`
      : `curl ${isStream(responses) ? '-N ' : ''}${verb}${url}${target}`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(content ? ['-H "Content-Type: application/json"', `-d ${body ? `'${body}'` : '@body.json'}`] : []),
  ].join(' \\\n  ')
}

/** Without `-N`, curl shows nothing until it has read a few kilobytes. */
const isStream = (responses: Endpoint['responses']) => responses[200]?.content?.['text/event-stream']

/** As in Markdown, backticks mark code. */
const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** Allows line breaks after dots and slashes in long names and paths. */
const breakable = (text: string): Html =>
  html`${text.split(/(?<=[./])(?=\w|\{)/).map((part) => html`${part}<wbr>`)}`

const pre = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`

const table = (heads: string[], rows: (Html | string | undefined)[][]): Html =>
  html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table>`

/** `public`, `session`, or the scopes of API tokens that are accepted as well as a session. */
function accessOf(security: Operation['security']): string {
  const [session, ...tokens] = security.flatMap((one) => Object.keys(one))
  if (!session) return 'public'
  const scopes = tokens.map((name) => name.replace(/_token$/, ''))
  return scopes.length === 0 ? 'session' : `session, or a token: ${scopes.join(', ')}`
}

/** HTML that can be inserted unescaped. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | Part[]

/** Escapes interpolated values, unless they are HTML created by this tag. */
const html = (text: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: text }, ...parts.map(escaped)))

function escaped(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(escaped).join('')
  return String(part ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

interface Member {
  /** Includes the names of enclosing members: `credential.rawId`, `cards[].id`. */
  name: string
  type: string
  bounds: string
  required: boolean
  description: string | undefined
}

/** Flattens a schema into a list of members, whatever their depth. */
function membersOf(schema: Schema, named: Record<string, Schema>) {
  const members: Member[] = []
  const resolve = (one: Schema): Schema => (one.$ref ? (named[one.$ref.split('/').at(-1) ?? ''] ?? one) : one)
  collect(resolve(schema), '')
  return { description: resolve(schema).description, members }

  function collect({ properties = {}, required = [], ...rest }: Schema, path: string): void {
    for (const [key, reference] of Object.entries(properties)) {
      const member = resolve(reference)
      const item = member.items && resolve(member.items)
      const name = path + key
      members.push({
        name,
        type: item ? `list of ${typeOf(item)}s` : typeOf(member),
        bounds: boundsOf(member),
        required: required.includes(key),
        description: member.description,
      })
      collect(item ?? member, item ? `${name}[].` : `${name}.`)
    }
    for (const [key, description] of Object.entries(rest['x-refused'] ?? {}))
      members.push({ name: path + key, type: 'refused', bounds: '', required: false, description })
  }
}

function typeOf({ type, format }: Schema): string {
  return format === 'date-time'
    ? [type].flat().join(' or ').replace('string', 'time')
    : [type].flat().join(' or ')
}

function boundsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, maxItems } = schema
  const bounds = [
    'const' in schema && JSON.stringify(schema.const),
    Array.isArray(schema.enum) && schema.enum.join(', '),
    (minLength !== undefined || maxLength !== undefined) && `${range(minLength ?? 0, maxLength)} characters`,
    (minimum !== undefined || maximum !== undefined) && range(minimum, maximum),
    maxItems !== undefined && `at most ${maxItems}`,
    schema['x-trim'] && 'trimmed',
    schema['x-refusal'],
  ]
  return bounds.filter(Boolean).join(', ')
}

const range = (least: unknown, most: unknown) =>
  most === undefined ? `${least} or more` : `${least} to ${most}`
