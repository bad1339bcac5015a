import type { TestProject } from 'vitest/node'
import { type EngineName, engineNames, findEngine } from './find.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of each engine that is installed, besides Chromium. */
    engines: Partial<Record<EngineName, string>>
  }
}

/** Looks for the engines once for the whole run. Those that are missing are named at its end. */
export default function findEngines(project: TestProject): void {
  project.provide('engines', Object.fromEntries(engineNames.map((name) => [name, findEngine(name)])))
}
