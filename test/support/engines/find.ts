import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The engines besides Chromium, and what each needs. */
const engines = {
  Firefox: {
    programs: ['firefox-esr', 'firefox'],
    also: [],
    packages: ['firefox-esr', 'xvfb', 'xdotool'],
  },
  WebKit: {
    programs: ['gjs'],
    also: ['WebKitWebDriver'],
    packages: ['webkit2gtk-driver', 'gjs', 'gir1.2-webkit2-4.1', 'xvfb', 'xdotool'],
  },
}

export type EngineName = keyof typeof engines
export const engineNames = Object.keys(engines) as EngineName[]

/** The program of an engine that is installed here, with everything it needs. */
export function findEngine(name: EngineName): string | undefined {
  const { programs, also } = engines[name]
  const hasAll = ['Xvfb', 'xdotool', ...also].every(find) && (name !== 'WebKit' || hasLibrary())
  return hasAll ? programs.map(find).find(Boolean) : undefined
}

export const packagesFor = (name: EngineName) => engines[name].packages

function find(program: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const hasLibrary = () =>
  spawnSync('gjs', ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2"]).status === 0
