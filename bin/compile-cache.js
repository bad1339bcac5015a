import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/**
 * Node runs the code in its cache without checking it, so only this user may be able to write there. Undefined if
 * there is no such folder: the program then starts a little later.
 */
export function compileCacheFolder(environment = process.env, uid = process.getuid?.()) {
  const given = environment.XDG_CACHE_HOME
  const folder = join(given && isAbsolute(given) ? given : join(homedir(), '.cache'), 'inboard', 'node')
  try {
    // Also before creating it: with sudo, the home folder may be somebody else's.
    requireTrusted(realpathSync(existing(folder)), uid)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    requireTrusted(realpathSync(folder), uid)
    const found = lstatSync(folder)
    const isPrivate = uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0)
    return found.isDirectory() && isPrivate ? realpathSync(folder) : undefined
  } catch {
    return undefined
  }
}

const existing = (path) => (lstatSync(path, { throwIfNoEntry: false }) ? path : existing(dirname(path)))

/** Whoever can write in a folder above could put another folder in its place. */
function requireTrusted(path, uid) {
  const { uid: owner, mode } = lstatSync(path)
  const isOpen = (mode & 0o022) !== 0 && (mode & 0o1000) === 0
  if (uid !== undefined && (isOpen || (owner !== 0 && owner !== uid))) throw new Error(`${path} is not safe`)
  if (dirname(path) !== path) requireTrusted(dirname(path), uid)
}
