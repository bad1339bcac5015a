import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiOf, documentOf } from '../../contract/openapi/openapi.ts'
import { namesTag } from '../common/entity-tags.ts'
import { readShipped, shipped } from '../common/shipped.ts'
import { version } from '../common/version.ts'
import type { Config } from '../config/config.ts'
import { docsPage } from '../docs/page.ts'
import { type Encoding, encodingFor, options } from './compression.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
}

const unhashed = [
  'src/web/inboard.webmanifest',
  'src/web/styles/tokens.css',
  'src/web/styles/docs.css',
  ...shipped('src/web/pictures')
    .list()
    .map((name) => `src/web/pictures/${name}`),
]

/** Best first. */
const encodings = ['br', 'gzip'] as const
const endings = { br: '.br', gzip: '.gz' }

const immutable = 'public, max-age=31536000, immutable'
const revalidate = 'no-cache'
const noStore = 'no-store'

export class NotBuilt extends Error {}

/**
 * Serves the web app, its assets and the API page. Returns the handler for any other path that a browser
 * requests.
 */
export function servePages(
  app: FastifyInstance,
  { appUrl, basePath, oauth }: Config,
  headers: Record<string, string>,
): Answer {
  const page = pagesWith(headers)
  if (!shipped().read('dist/index.html'))
    throw new NotBuilt('The web app has not been built. Run: npm run build')
  const fileBelow = (path: string) =>
    basePath ? content(below(basePath, readShipped(path).toString())) : fileAt(path)
  const document = fileBelow('dist/index.html')
  const shell = page(document, '.html', revalidate)
  for (const path of [
    '/',
    '/today',
    '/verify-email',
    '/settings',
    '/bin',
    '/share',
    '/projects/:id',
    '/card/:id',
  ])
    app.get(path, shell)
  // A page that opens this one in a pop-up waits there for its answer. With the policy of all other pages the browser would part
  // the two, and the agent would wait for ever. Nothing is lost by it: the page listens to no messages, cannot be framed, and
  // ignores presses that were meant for whoever opened it (src/web/connect/considered.ts).
  if (oauth)
    app.get(
      '/authorize',
      pagesWith({
        ...headers,
        'cross-origin-opener-policy': 'unsafe-none',
        // Or a link could open it scrolled past who asks.
        'document-policy': 'force-load-at-top',
      })(document, '.html', revalidate),
    )
  app.get('/sw.js', page(fileAt('dist/sw.js'), '.js', noStore))

  // The names of built files carry a hash of their content.
  for (const file of shipped('dist/assets').list()) {
    if (/\.(?:css|js|svg)$/.test(file))
      app.get(`/assets/${file}`, page(fileAt(`dist/assets/${file}`), extname(file), immutable))
  }
  for (const file of unhashed) {
    const ending = extname(file)
    const forms = ending === '.webmanifest' ? fileBelow(file) : fileAt(file)
    app.get(`/assets/${file.split('/').at(-1)}`, page(forms, ending, revalidate))
  }
  const api = () => apiOf(appUrl, version)
  app.get(
    '/openapi.json',
    lazily(() => page(content(JSON.stringify(documentOf(api()))), '.json', revalidate)),
  )
  app.get(
    '/docs',
    lazily(() => page(content(below(basePath, docsPage(api()))), '.html', revalidate)),
  )
  return shell
}

/** Puts the path of `APP_URL` before the paths in a page or manifest, each of which begins a quoted text. */
const below = (basePath: string, text: string) => text.replaceAll('"/', `"${basePath}/`)

type Content = Map<Encoding | undefined, Buffer>
type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Built on the first request: few people ask for it, and building it would delay every start. */
function lazily(make: () => Answer): Answer {
  let made: Answer | undefined
  return (request, reply) => {
    made ??= make()
    return made(request, reply)
  }
}

/** Compressed while a client waits, so only at a level that takes a few milliseconds. */
function content(text: string): Content {
  const plain = Buffer.from(text)
  return new Map([
    [undefined, plain],
    ['br', brotliCompressSync(plain, options.br)],
    ['gzip', gzipSync(plain, options.gzip)],
  ])
}

/** A file and its precompressed variants. */
function fileAt(path: string): Content {
  const forms: Content = new Map([[undefined, readShipped(path)]])
  for (const encoding of encodings) {
    const compressed = shipped().read(path + endings[encoding])
    if (compressed) forms.set(encoding, compressed)
  }
  return forms
}

const pagesWith =
  (common: Record<string, string>) =>
  (forms: Content, ending: string, caching: string): Answer => {
    const plain = forms.get(undefined) ?? Buffer.alloc(0)
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    const offered = encodings.filter((encoding) => forms.has(encoding))
    return ({ headers }, reply) => {
      const encoding = encodingFor(headers['accept-encoding'], offered)
      const tag = encoding ? `${hash}-${encoding}` : hash
      reply.headers({ ...common, 'cache-control': caching, etag: `"${tag}"` })
      if (forms.size > 1) reply.header('vary', 'accept-encoding')
      const known = headers['if-none-match']
      if (known !== undefined && namesTag(known, tag)) return reply.code(304).send()
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type(types[ending] ?? 'application/octet-stream').send(forms.get(encoding))
    }
  }

/** True if a browser requests a page, as opposed to a program that requests data. */
export const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(?:api|calendar)(?:\/|\?|$)/.test(url) &&
  (headers.accept ?? '').includes('text/html')
