// Plain JavaScript, like install.js.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/**
 * Makes a folder, unless it was made of the same files before: `of` names them, or folders of them, by their
 * paths in the project. `make` is told where.
 */
export async function makeOnce(folder, of, make) {
  const place = join(root, folder)
  const wanted = fingerprint(of)
  if (madeOf(place) === wanted) return
  // Made beside its place and renamed: a server that starts meanwhile, or a second build, finds all of it or
  // nothing.
  const made = `${place}-${process.pid}`
  try {
    await make(made)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    throw error
  }
  writeFileSync(join(made, 'made-of'), wanted)
  rmSync(place, { recursive: true, force: true })
  renameSync(made, place)
}

function fingerprint(of) {
  const hash = createHash('sha256')
  for (const path of of.flatMap(filesAt))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

function filesAt(path) {
  const whole = join(root, path)
  if (statSync(whole).isFile()) return [path]
  const entries = readdirSync(whole, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

function madeOf(place) {
  try {
    return readFileSync(join(place, 'made-of'), 'utf8')
  } catch {
    return undefined
  }
}
