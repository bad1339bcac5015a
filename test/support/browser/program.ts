import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { runFolder } from '../machine/folders.ts'

/** A Chromium, and what it takes to start it. Without a path it is the one that Playwright has installed. */
export interface BrowserProgram {
  executablePath?: string
  args?: string[]
  env?: Record<string, string>
}

/** Works as root too: Playwright turns the browser's sandbox off, and these browsers only see our own pages. */
export const launch = async (program: BrowserProgram): Promise<Browser> =>
  await chromium.launch(howToLaunch(program))

export const howToLaunch = ({ args = [], env = {}, ...program }: BrowserProgram): LaunchOptions => ({
  ...program,
  args: [...args, `--blink-settings=${blinkSettings}`],
  // Its processes share memory through files, which need not be on a disk.
  env: { ...process.env, TMPDIR: runFolder(), ...env },
})

const blinkSettings = [
  // Playwright's own, which this flag would otherwise take away: there is a mouse, and it can hover.
  'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  // A long press picks things up, as it does in a browser with a window.
  'touchDragDropEnabled=true',
].join()
