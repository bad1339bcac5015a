import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './inboard.ts'

/** The number of bodies on disk in this process, which is the server's. */
export const longBodies = () =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return /\/inboard-[0-9a-f-]{36} \(deleted\)$/.test(readlinkSync(join('/proc/self/fd', name)))
    } catch {
      return false
    }
  }).length

export const noLongBodies = () =>
  eventually(() => (longBodies() === 0 ? true : undefined), 'an end of all files')
