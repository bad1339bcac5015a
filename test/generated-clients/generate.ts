import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const folder = import.meta.dirname
const root = resolve(folder, '../..')
const modules = join(folder, 'node_modules')
const generated = join(folder, 'generated')

/** Puts the client that each tool makes of a document into `generated/`. */
export async function generateClients(document: object): Promise<void> {
  await run(join(root, 'scripts/install.js'))
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated)
  const input = join(generated, 'openapi.json')
  writeFileSync(input, JSON.stringify(document))
  await Promise.all([
    run(
      join(modules, 'openapi-typescript/bin/cli.js'),
      input,
      '-o',
      join(generated, 'openapi-typescript.ts'),
    ),
    run(join(modules, '@hey-api/openapi-ts/bin/run.js'), '-i', input, '-o', join(generated, 'hey-api')),
    run(join(modules, 'orval/dist/bin/orval.mjs'), '--config', join(folder, 'orval.config.js')),
  ])
}

/** Throws what the compiler has to say, if it is not content. */
export async function compileClients(): Promise<void> {
  await run(join(root, 'node_modules/typescript/bin/tsc'), '-p', folder)
}

async function run(...command: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, command, { cwd: folder })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}
