import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { runFolder } from '../machine/folders.ts'

/** A Chromium and how to start it. Without a path, the one that Playwright has installed. */
export interface BrowserProgram {
  executablePath?: string
  args?: string[]
  env?: Record<string, string>
}

/** Also works as root: Playwright turns off the browser's sandbox, and these browsers open only our own pages. */
export const launch = async (program: BrowserProgram): Promise<Browser> =>
  await chromium.launch(howToLaunch(program))

export const howToLaunch = ({ args = [], env = {}, ...program }: BrowserProgram): LaunchOptions => ({
  ...program,
  args: [...args, `--blink-settings=${blinkSettings}`],
  // Its processes share memory through files, which don't have to be on a disk.
  env: { ...process.env, TMPDIR: runFolder(), ...env },
})

const blinkSettings = [
  // Playwright sets this itself, but the flag above would remove it: there is a mouse, and it can hover.
  'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  // A long press starts a drag, as in a browser with a window.
  'touchDragDropEnabled=true',
].join()
