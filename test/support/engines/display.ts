import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Point } from './window.ts'

/** A virtual screen, for browsers that need windows and a mouse that drags in them. */
export async function startDisplay(): Promise<{ name: string; stop: () => void }> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(server.stdio[3] as Readable, 'data')
  return { name: `:${String(number).trim()}`, stop: () => server.kill() }
}

/** Slowly enough that a browser notices the drag, and the elements that it passes. */
export async function dragOn(screen: string, from: Point, to: Point): Promise<void> {
  const mouse = (...command: string[]) =>
    spawnSync('xdotool', command, { env: { ...process.env, DISPLAY: screen } })
  const moveTo = async ({ x, y }: Point) => {
    mouse('mousemove', String(x), String(y))
    await pause(60)
  }
  await moveTo(from)
  mouse('mousedown', '1')
  // Far enough not to count as a click. The drag begins before it reaches anything else.
  await moveTo({ x: from.x + 6, y: from.y + 6 })
  await moveTo({ x: from.x + 12, y: from.y + 6 })
  await pause(300)
  const steps = 12
  for (let step = 1; step <= steps; step++)
    await moveTo({
      x: Math.round(from.x + ((to.x - from.x) * step) / steps),
      y: Math.round(from.y + ((to.y - from.y) * step) / steps),
    })
  await pause(200)
  mouse('mouseup', '1')
}
