import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig({
  root: join(import.meta.dirname, 'src/web'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // On a busy machine every build would be told that it is slow.
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } },
  },
  logLevel: 'warn',
  plugins: [showOnceReady, compressed],
})
