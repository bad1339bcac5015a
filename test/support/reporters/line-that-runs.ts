import type { TestCase, TestModule } from 'vitest/node'

/** The command that repeats one test or file, with the same random choices. */
export function lineThatRuns(
  { relativeModuleId, project }: Pick<TestModule, 'relativeModuleId' | 'project'>,
  test?: Pick<TestCase, 'fullName'>,
): string {
  const words = ['npx', 'vitest', 'run']
  if (project.name) words.push('--project', project.name)
  words.push(relativeModuleId)
  // Vitest takes a pattern. Without its ends, it would also run tests whose names begin with this one.
  if (test) words.push('-t', `^${test.fullName.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`)
  return [`TEST_SEED=${process.env.TEST_SEED}`, ...words.map(quoted)].join(' ')
}

/** Quoted for a shell. */
const quoted = (word: string) => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
