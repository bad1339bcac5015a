import { createHash } from 'node:crypto'
import { behaviourOf, whyUseless } from './behaviour.ts'
import { equivalent } from './equivalent.ts'
import { git } from './git.ts'
import { type Hunk, hunksOf } from './hunks.ts'
import { type Commit, isCode } from './mending.ts'
import { type Undone, undo } from './undo.ts'

/** A fixed bug that is reintroduced. */
export interface Mutant extends Undone {
  id: string
  commit: Commit
  removed: string[]
  added: string[]
}

/** One hunk of more lines than that is more than the smallest part of a mend. */
const mostLines = 15

const hash = (...words: unknown[]) => createHash('sha256').update(words.join('\0')).digest('hex')

/** In an order that depends only on the seed, not on the rest of the list. */
const shuffled = <T>(list: T[], seed: number, name: (one: T) => string): T[] =>
  list
    .map((one) => ({ one, key: hash(seed, name(one)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one)

/** A mutant of each commit, in the order of the seed, until there are enough. Hears why others are passed over. */
export async function choose(
  commits: Commit[],
  { seed, count }: { seed: number; count: number },
  today: ReadonlyMap<string, string>,
  passOver: (commit: Commit, reasons: string[]) => void,
): Promise<Mutant[]> {
  const mutants = new Map<string, Mutant>()
  for (const commit of shuffled(commits, seed, ({ id }) => id)) {
    if (mutants.size === count) break
    const reasons: string[] = []
    const mutant = await mutantOf(commit, seed, today, reasons)
    // One change may have come to the history twice, by two branches.
    if (mutant && !mutants.has(mutant.id)) mutants.set(mutant.id, mutant)
    else passOver(commit, mutant ? ['it is another one’s'] : reasons)
  }
  return [...mutants.values()]
}

async function mutantOf(
  commit: Commit,
  seed: number,
  today: ReadonlyMap<string, string>,
  reasons: string[],
): Promise<Mutant | undefined> {
  const hunks = hunksOf(git('show', '--format=', '-U0', '-M', commit.id, '--', 'src'))
  const name = ({ path, at }: Hunk) => `${commit.id} ${path} ${at}`
  for (const hunk of shuffled(hunks, seed, name)) {
    const { path, removed, added } = hunk
    if (!isCode(path)) continue
    const undone =
      Math.max(removed.length, added.length) <= mostLines
        ? undo(hunk, git('show', `${commit.id}:${path}`), today)
        : undefined
    const id = hash(undone?.path, removed, added).slice(0, 12)
    const reason = undone
      ? (equivalent.get(id) ?? (await judge(undone, today)))
      : 'it is not there any more, or too long'
    if (undone && !reason) return { ...undone, commit, removed, added, id }
    reasons.push(`${path}:${hunk.at + 1} ${reason}`)
  }
  return undefined
}

async function judge(
  { path, text }: Undone,
  today: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const now = await behaviourOf(path, today.get(path) ?? '')
  const undone = await behaviourOf(path, text).catch(() => undefined)
  return undone ? whyUseless(now, undone) : 'it does not parse'
}
