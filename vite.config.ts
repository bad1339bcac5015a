import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { licences } from './scripts/licences.js'

/** The page waits for its script, so that the first thing shown is the app in the right colours, and nothing jumps. */
const showOnceReady: Plugin = {
  name: 'show-once-ready',
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html
        .replaceAll(' crossorigin', '')
        .replace('<script type="module"', '<script type="module" blocking="render"'),
  },
}

/** Tells the service worker what it has to keep. Its script so changes with every build, and only then. */
const worker: Plugin = {
  name: 'worker',
  enforce: 'post',
  generateBundle(_, bundle) {
    const { 'sw.js': sw, 'index.html': page, ...others } = bundle
    const files = Object.keys(others).sort()
    const script = files.find((file) => bundle[file]?.type === 'chunk' && bundle[file].isEntry)
    if (sw?.type !== 'chunk' || page?.type !== 'asset' || !script) throw new Error('the build is incomplete')
    const id = createHash('sha256').update(files.join()).update(page.source).update(sw.code).digest('hex')
    const build = { id: id.slice(0, 16), files, script }
    sw.code = sw.code.replace('__BUILD__', () => JSON.stringify(build))
  },
}

/** At build time, so that the server does not spend its start on it. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle)) {
      const content = readFileSync(join(dir, file))
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content, { params }))
      writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }))
    }
  },
}

const web = join(import.meta.dirname, 'src/web')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))

export default defineConfig({
  root: web,
  define: { __VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // On a busy machine every build would be told that it is slow.
    rolldownOptions: {
      checks: { pluginTimings: false, bundlerTimings: false },
      input: { index: join(web, 'index.html'), sw: join(web, 'worker/sw.ts') },
      output: {
        // One file of what the app begins with: between two, the names of all that one uses of the other weigh 4 kB.
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'], test: /^(?!.*\/web\/worker\/)/ }] },
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  // Scripts and styles find others beside themselves, below whatever path; the server writes that path into the page.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  logLevel: 'warn',
  // After the worker, which keeps every file before them.
  plugins: [showOnceReady, worker, licences('third-party-licences.txt'), compressed],
})
