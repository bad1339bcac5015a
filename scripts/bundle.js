// Bundles the program with its dependencies. Node strips no types under node_modules, and so people install
// exactly what was tested.
import { resolve } from 'node:path'
import { build } from 'vite'

export const root = resolve(import.meta.dirname, '..')

/** The entry point, also of the workers that the server starts. */
export const program = { inboard: 'src/command/inboard.ts' }

/** The files that the program reads while it runs, by their path in the package. */
export const shipped = [
  'package.json',
  'dist/**/*',
  'src/server/db/migrations/*',
  'src/web/inboard.webmanifest',
  'src/web/styles/{tokens,docs}.css',
  'src/web/pictures/*',
]

/** With `isOne`, each entry becomes a single file. */
export const bundle = (entries, folder, { isOne = false, plugins = [] } = {}) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node26',
      rolldownOptions: {
        input: entries,
        checks: { pluginTimings: false, bundlerTimings: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name]-[hash].js',
          ...(isOne && { codeSplitting: false }),
        },
      },
    },
    ssr: { noExternal: true, target: 'node' },
    plugins,
  })
