import type { Api, Endpoint, Schema } from '../../contract/openapi/document.ts'
import { exampleOfProblem } from '../../contract/openapi/examples.ts'
import { codeOf, type ProblemName, problems } from '../../contract/problem.ts'

/** Renders the API as a page. It has no scripts, and so needs no exception from the content security policy. */
export function docsPage({ info: { title, version, description }, servers, tags, endpoints }: Api): string {
  const groups = tags.map((tag) => ({
    ...tag,
    endpoints: endpoints.filter(({ tags }) => tags.includes(tag.name)),
  }))
  const [{ url = '' } = {}] = servers
  const linkTo = ({ operationId, summary }: Endpoint) => html`<a href="#${operationId}">${summary}</a>`

  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/tokens.css">
<link rel="stylesheet" href="/assets/docs.css">
<main>
<h1>${title} API ${version}</h1>
<p>${prose(description)}</p>
<p>Base URL <code>${url}</code> · <a href="/openapi.json">openapi.json</a> for tools and generators · <a href="/">Home</a></p>
<nav aria-label="Contents">
<p><a href="#start">Getting started</a> · <a href="#errors">Errors</a></p>
${groups.map(({ name, endpoints }) => html`<p><b>${name}</b>${endpoints.map((one) => html` · ${linkTo(one)}`)}</p>`)}
</nav>
<section id="start">
<h2>Getting started</h2>
<p>Create an API token in <a href="/settings">the settings</a>. Its scope limits what it can do: <code>capture</code> only adds cards to the inbox, <code>read</code> only reads, <code>write</code> reads and writes. Send it with every call, as <code>Authorization: Bearer $TOKEN</code>.</p>
<p>To sign in without a browser, <a href="#requestLink">request a link</a>, <a href="#openLink">exchange the token in its URL</a> for a session, and use that to <a href="#makeApiToken">create an API token</a>. A link works once, so don’t press the button on its page.</p>
<p>Bodies are JSON in UTF-8. Unknown members are ignored, and nothing is converted: <code>"1"</code> is not a number. Ids are opaque text, and times are UTC. Other people’s items answer 404, as if they did not exist.</p>
<p>A body that arrives at 8 KiB/s or faster has no time limit. On each instance, an account may have 20 bodies arriving, and 64 MiB of bodies arriving or waiting for their turn.</p>
</section>
<section id="errors">
<h2>Errors</h2>
<p>Every error is <code>application/problem+json</code> with the same members. Programs should look at <code>code</code>, which is stable; <code>detail</code> is for people. <code>validation_failed</code> has <code>errors</code>, and every 429 has <code>retry_after</code>, in seconds. Every 429 and 503 has the header <code>Retry-After</code>.</p>
${pre(JSON.stringify(exampleOfProblem('validation_failed'), null, 2))}
${table(
  'Status and code',
  Object.entries(problems).map(([name, { status, detail }]) => [
    html`${status} ${code(codeOf(name as ProblemName))}`,
    detail.replace('{retry_after}', 'N'),
  ]),
)}
</section>
${groups.map(
  ({ name, description, endpoints }) => html`<section>
<h2>${name}</h2>
<p>${prose(description)}</p>
${endpoints.map((one) => article(one, url))}
</section>
`,
)}
</main>
`.text
}

function article(endpoint: Endpoint, url: string): Html {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = endpoint
  const body = requestBody?.content['application/json']
  const sent = [
    ...parameters.map(({ name, in: place, required, schema, description }) =>
      row(`${name} (${place})`, { ...schema, ...(description && { description }) }, required),
    ),
    ...(body ? members(body.schema) : []),
  ]
  return html`<article id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p><code><b>${method}</b> ${path}</code> · ${accessOf(endpoint)}</p>
<p>${prose(description)}</p>
${sent.length > 0 && table('Send', sent)}
${pre(curl(endpoint, url))}
${Object.entries(responses)
  .filter(([status]) => status < '400')
  .map(([status, { description, headers, content }]) => {
    const { 'application/json': json, 'text/event-stream': events } = content ?? {}
    const location = 'Location' in headers && html`, with a <code>Location</code>`
    return html`<p><b>${status}</b> ${description}${location}${events && ', as a stream of events'}${content ? '' : ', with no body'}</p>
${json && table('Receive', members(json.schema))}
${events && pre(String(events.example))}${json && pre(JSON.stringify(json.example, null, 2))}`
  })}
<p><a href="#errors">Errors</a>: ${Object.entries(responses)
    .filter(([status]) => status >= '400')
    .map(([status, { description }]) => {
      const codes = [...description.matchAll(/^`(\w+)`/gm)].map(([, code]) => html` <code>${code}</code>`)
      return html`<b>${status}</b>${codes} `
    })}</p>
</article>
`
}

/** `public`, `session`, or the scopes of API tokens that are accepted as well as a session. */
function accessOf({ security }: Endpoint): string {
  const [session, ...tokens] = security.flatMap((one) => Object.keys(one))
  if (!session) return 'public'
  const scopes = tokens.map((name) => name.replace(/_token$/, ''))
  return scopes.length === 0 ? 'session' : `session, or a token: ${scopes.join(', ')}`
}

function curl({ method, path, parameters, security, requestBody, responses }: Endpoint, url: string): string {
  const content = requestBody?.content['application/json']
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(required.map(({ name, schema }) => [name, String(schema.examples?.[0])]))
  const target = url + path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  // Without -N, curl shows nothing until it has read a few kilobytes.
  const isStream = responses[200]?.content?.['text/event-stream'] !== undefined
  const verb = method === 'GET' || (method === 'POST' && content) ? '' : `-X ${method} `
  return [
    `curl ${isStream ? '-N ' : ''}${verb}${required.length > 0 ? `"${target}?${query}"` : target}`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(content ? ['-H "Content-Type: application/json"'] : []),
    ...(content ? [`-d ${content.example ? `'${JSON.stringify(content.example)}'` : '@body.json'}`] : []),
  ].join(' \\\n  ')
}

/** A row for each member of a schema, whatever its depth, with the names of enclosing members: `cards[].id`. */
const members = (schema: Schema, path = ''): Part[][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const { items } = member
    const said = items ? { ...member, type: `list of ${typeOf(items)}s` } : member
    return [
      row(path + key, said, schema.required?.includes(key) ?? false),
      ...members(items ?? member, items ? `${path}${key}[].` : `${path}${key}.`),
    ]
  }),
  ...Object.entries(schema['x-refused'] ?? {}).map(([key, why]) => [
    code(path + key),
    html`Refused: ${prose(why)}`,
  ]),
]

const row = (name: string, schema: Schema, isRequired: boolean): Part[] => [
  html`${code(name)} ${!isRequired && 'optional'}`,
  html`${[typeOf(schema), ...limitsOf(schema)].join('; ')}. ${prose(schema.description ?? '')}`,
]

const typeOf = ({ type = '' }: Schema): string => [type].flat().join(' or ')

/** As JSON Schema calls them. */
const limits = ['format', 'const', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum', 'maxItems']

const limitsOf = (schema: Schema): string[] =>
  limits.flatMap((name) => (name in schema ? `${name} ${[schema[name]].flat().join(', ')}` : []))

/** HTML that can be inserted unescaped. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | false | undefined | Part[]

/** Escapes interpolated values, unless they are HTML created by this tag. */
const html = (text: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: text }, ...parts.map(escaped)))

function escaped(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(escaped).join('')
  return String(part === false ? '' : (part ?? '')).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}

/** As in Markdown, backticks mark code. */
const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? code(part) : part))}`

const code = (text: string): Html => html`<code>${text}</code>`

const pre = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`

const table = (head: string, rows: Part[][]): Html =>
  html`<table><thead><tr><th scope="col">${head}</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table>`
