import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openapi } from '../../contract/openapi.ts'
import type { Config } from '../config.ts'
import { docsPage } from './docs-page.ts'

const web = new URL('../../web/', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const files = {
  '/': 'index.html',
  '/verify-email': 'verify-email.html',
  '/assets/tokens.css': 'tokens.css',
  '/assets/style.css': 'style.css',
  '/assets/docs.css': 'docs.css',
  '/assets/sign-in.js': 'sign-in.js',
  '/assets/verify-email.js': 'verify-email.js',
  '/assets/icon.svg': 'icon.svg',
}

/** What people look at. Everything comes from here, nothing from elsewhere. */
export function servePages(app: FastifyInstance, { appUrl }: Config): void {
  const serve = (path: string, type: string, content: Buffer) =>
    app.get(path, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    )
  for (const [path, file] of Object.entries(files)) {
    serve(path, types[extname(file) as keyof typeof types], readFileSync(new URL(file, web)))
  }
  const document = openapi(appUrl, version)
  serve('/openapi.json', 'application/json; charset=utf-8', Buffer.from(JSON.stringify(document)))
  serve('/docs', types['.html'], Buffer.from(docsPage(document)))
}
