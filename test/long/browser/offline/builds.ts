import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { freePort } from '../../../support/network/free-port.ts'
import { makeClone } from '../../../support/processes/clone.ts'
import { newFolder, run, type ServerProcess } from '../../../support/processes/process.ts'

/** Another build of the app, with a change to some of its files. */
export function makeBuild(changes: Record<string, [before: RegExp, after: string]>) {
  const clone = makeClone()
  for (const [name, [before, after]] of Object.entries(changes)) {
    const file = join(clone.folder, name)
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(before)
    writeFileSync(file, text.replace(before, after))
  }
  const { status } = spawnSync(process.execPath, [join(clone.folder, 'scripts/build.js')], {
    stdio: 'inherit',
  })
  expect(status).toBe(0)
  return clone
}

export const version = (number: string): Parameters<typeof makeBuild>[0] => ({
  'package.json': [/"version": ".*?"/, `"version": "${number}"`],
})

/** Servers of several builds, one after the other at the same port and on the same data: what an upgrade is to a browser. */
export async function makeServers() {
  const port = await freePort()
  const folder = newFolder()
  let running: { build: string; server: ServerProcess } | undefined
  async function stop(): Promise<void> {
    await running?.server.kill('SIGKILL')
    running = undefined
  }
  return {
    url: `http://localhost:${port}`,
    stop,
    async serve(build: string): Promise<ServerProcess> {
      if (running?.build === build) return running.server
      await stop()
      const command = [process.execPath, join(build, 'src/server/main.ts')]
      const server = await run({ folder, port, command })
      running = { build, server }
      return server
    },
  }
}

/** Looks for a new worker, and answers what has become of it. */
export const updateWorker = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const worker = registration?.installing
    // An event may have come before anybody listens.
    while (worker?.state === 'installing') await new Promise((resolve) => setTimeout(resolve, 20))
    return worker?.state
  })
