import { startWithLittleMemory } from './memory.ts'

export const notes = `Configured by environment variables, which docs/configuration.md lists and "inboard doctor" checks. Its data is in the folder
data, unless DATABASE_URL says otherwise. On SIGTERM or SIGINT it answers the requests that it has accepted, then exits.`

export async function run(): Promise<undefined> {
  startWithLittleMemory()
  await import('../../server/main.ts')
}
