import type { TestCase, TestModule } from 'vitest/node'

/** What to type to run one test again, or one file, with the same random choices. */
export function lineThatRuns(
  { relativeModuleId, project }: Pick<TestModule, 'relativeModuleId' | 'project'>,
  test?: Pick<TestCase, 'fullName'>,
): string {
  const words = ['npx', 'vitest', 'run']
  if (project.name) words.push('--project', project.name)
  words.push(relativeModuleId)
  // Vitest takes a pattern of the whole name. Without its ends, it would also run the tests whose names begin so.
  if (test) words.push('-t', `^${test.fullName.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`)
  return [`TEST_SEED=${process.env.TEST_SEED}`, ...words.map(quoted)].join(' ')
}

/** For a shell. */
const quoted = (word: string) => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
