/**
 * Which commits have mended a bug. Messages here do not say "fix": they say what is right now, and what went
 * wrong before.
 */

export interface Commit {
  id: string
  subject: string
  body: string
  files: { path: string; isNew: boolean; lines: number }[]
}

const otherAreas = /^(bench|build|changelog|deploy|docs?|faults|lint|merge|release|security|tests?)\b/

/** The subject says what no longer happens, or happens now. */
const mendedNow =
  /\b(again|already|any more|cannot|either|mended|neither|never|no|no longer|nobody|none|not|nothing|refuses|refused|still|too|whatever|wherever|without)\b/i

/** The body describes the bug in the past tense. */
const wrongBefore =
  /\b(asked|came|could|covered|cut off|did|ended|failed|grew|had|lost|no longer|showed|stood|succeeded|used to|was|went|were|would have|wrongly)\b/i

/** A change that only makes something faster or smaller keeps the behaviour, so no test can notice. */
const aboutSpeed =
  /\d ?(%|ms|kB|MB|µs)(?!\w)|\b(CPU|faster|garbage|index|memory|quicker|slower|weighs)\b|\ba (third|quarter|fifth|tenth|half) (less|of)\b|\btook more than\b/i

/** Only `npm run faults` has a cluster. */
const aboutClusters = /\b(cluster|coordinator|shards?)\b/i

/** A fix is small. A larger change adds something new, in which a fix can't be identified. */
const mostFiles = 8
const mostLines = 200

export const isCode = (path: string) => /^src\/.*\.tsx?$/.test(path)

/**
 * Whether a commit has mended a bug: it is about the product, changes a little of the code that is there
 * already, is not about speed or clusters, and its message tells what went wrong. Where it changes tests too,
 * it is enough if its subject tells.
 */
export function isMend({ subject, body, files }: Commit): boolean {
  const code = files.filter(({ path }) => isCode(path))
  const lines = code.reduce((sum, file) => sum + file.lines, 0)
  const isSmall = code.length <= mostFiles && lines <= mostLines && !code.some(({ isNew }) => isNew)
  const message = `${subject} ${body}`.replace(/\s+/g, ' ')
  const isTested = files.some(({ path }) => path.startsWith('test/'))
  return (
    code.length > 0 &&
    isSmall &&
    !otherAreas.test(subject) &&
    !aboutSpeed.test(message) &&
    !aboutClusters.test(message) &&
    (wrongBefore.test(body.replace(/\s+/g, ' ')) || (isTested && mendedNow.test(subject)))
  )
}
