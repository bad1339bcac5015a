import type { TestCase, TestModule } from 'vitest/node'

/** What to type to run one test again, or one file, with the same random choices. */
export function lineThatRuns(
  { relativeModuleId, project }: Pick<TestModule, 'relativeModuleId' | 'project'>,
  test?: Pick<TestCase, 'fullName'>,
): string {
  // Vitest takes a pattern, in which the suites and the test are separated by spaces.
  const pattern = test?.fullName.replaceAll(' > ', ' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const words = ['npx', 'vitest', 'run']
  if (project.name) words.push('--project', project.name)
  words.push(relativeModuleId)
  if (pattern) words.push('-t', pattern)
  return [`TEST_SEED=${process.env.TEST_SEED}`, ...words.map(quoted)].join(' ')
}

/** For a shell. */
const quoted = (word: string) => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
