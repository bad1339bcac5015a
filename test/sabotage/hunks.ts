/** One place that a commit has changed. */
export interface Hunk {
  /** The file, as it was called then. */
  path: string
  removed: string[]
  added: string[]
  /** Where the added lines begin in the file, counted from 0. If there are none, where the removed ones were. */
  at: number
}

/** The hunks of a diff that was made without context. */
export function hunksOf(diff: string): Hunk[] {
  const hunks: Hunk[] = []
  let path = ''
  let inHunk = false
  for (const line of diff.split('\n')) {
    const start = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line)
    if (start) {
      // Where nothing is added, git names the line before.
      const at = start[2] === '0' ? Number(start[1]) : Number(start[1]) - 1
      hunks.push({ path, removed: [], added: [], at })
      inHunk = true
    } else if (line.startsWith('diff --git ')) inHunk = false
    else if (!inHunk && line.startsWith('+++ b/')) path = line.slice('+++ b/'.length)
    else if (inHunk && line.startsWith('-')) hunks.at(-1)?.removed.push(line.slice(1))
    else if (inHunk && line.startsWith('+')) hunks.at(-1)?.added.push(line.slice(1))
  }
  return hunks
}
