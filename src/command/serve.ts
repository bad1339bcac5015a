import { startWithLittleMemory } from './memory.ts'

export const notes = `It is configured by variables, which docs/configuration.md lists; "inboard doctor" checks them. It keeps its data in the folder data,
unless DATABASE_URL says otherwise. SIGTERM or SIGINT ends it, once it has answered every request that it had accepted.`

export async function run(): Promise<undefined> {
  startWithLittleMemory()
  await import('../server/main.ts')
}
