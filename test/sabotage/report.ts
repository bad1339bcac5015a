import type { Mutant } from './choose.ts'
import type { Result } from './results.ts'

const share = 0.9

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/**
 * The reverted change in one line: + for lines that the commit had added, - for lines it had removed, which
 * are back.
 */
export function undoneLines({ added, removed }: Pick<Mutant, 'added' | 'removed'>): string {
  const lines = [...added.map((line) => `+ ${line.trim()}`), ...removed.map((line) => `- ${line.trim()}`)]
  return lines.filter((line) => line.length > 2).join(' ')
}

export function outcomeOf({ found, unproven, passed }: Result): string {
  if (unproven) return `UNPROVEN: what fails with it fails without it too: ${unproven}`
  if (!found) return passed.includes('test:all') ? 'MISSED' : `not found by ${passed.at(-1) ?? 'anything'}`
  const seconds = `${Math.round(found.seconds)} s`
  if (found.hung) return `${found.stage} hung for ${seconds}`
  return `${found.test || 'no test could run'} in ${seconds} (${found.stage})`
}

export function tableOf(rows: { mutant: Mutant; result: Result }[]): string {
  const cells = rows.map(({ mutant, result }) => [
    mutant.commit.id,
    cut(mutant.commit.subject, 70),
    `${mutant.path}:${mutant.line}`,
    `\`${cut(undoneLines(mutant), 100).replaceAll('|', '\\|').replaceAll('`', "'")}\``,
    outcomeOf(result),
  ])
  const head = [
    ['Commit', 'Subject', 'File', 'Undone', 'Found by'],
    ['---', '---', '---', '---', '---'],
  ]
  return [...head, ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

interface Summary {
  text: string
  isEnough: boolean
}

export function summaryOf(results: Result[], quickly: boolean): Summary {
  const foundBy = (...stages: string[]) =>
    results.filter(({ found }) => found && stages.includes(found.stage)).length
  const all = results.length
  if (quickly) return { text: `found ${foundBy('nearest')} of ${all} by the nearest tests`, isEnough: true }
  const quick = foundBy('nearest', 'npm test')
  const long = foundBy('test:all')
  return {
    text: `found ${quick} of ${all} by npm test, ${long} more by test:all`,
    isEnough: all > 0 && quick >= share * all && quick + long === all,
  }
}
