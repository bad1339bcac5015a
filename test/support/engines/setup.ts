import type { TestProject } from 'vitest/node'
import { startDisplay } from './display.ts'
import { type EngineName, engineNames, findEngine } from './find.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of each engine that is installed, besides Chromium. */
    engines: Partial<Record<EngineName, string>>
    /** The screen they use; empty if none is installed. */
    display: string
  }
}

/**
 * Looks for the engines once for the whole run. Their screen ends with the run. Missing engines are listed at
 * the end.
 */
export default async function findEngines(project: TestProject): Promise<(() => void) | undefined> {
  const programs = engineNames.map((name) => [name, findEngine(name)] as const)
  project.provide('engines', Object.fromEntries(programs))
  const display = programs.some(([, program]) => program) ? await startDisplay() : undefined
  project.provide('display', display?.name ?? '')
  return display?.stop
}
