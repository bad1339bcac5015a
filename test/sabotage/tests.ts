import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from './processes.ts'

/** How the run of some tests ended. */
type Verdict =
  | { is: 'passed'; seconds: number }
  | { is: 'failed'; test: string; why: string; seconds: number }
  | { is: 'hung'; seconds: number }

interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Runs tests in a folder until the first one fails. `scratch` takes their output. */
export async function runTests(
  folder: string,
  words: string[],
  { scratch, minutes }: { scratch: string; minutes: number },
): Promise<Verdict> {
  const report = join(scratch, 'report.json')
  const log = join(scratch, 'output.txt')
  rmSync(report, { force: true })
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const options = ['run', '--bail=1', '--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const { code, seconds } = await run([vitest, ...options, ...words], {
    folder,
    log,
    milliseconds: minutes * 60_000,
  })
  if (code === 0) return { is: 'passed', seconds }
  if (code === undefined) return { is: 'hung', seconds }
  return { is: 'failed', seconds, ...firstFailure(folder, report, log) }
}

/**
 * Without a test that failed, the web app could not be built, nothing could start, or an error was caught by
 * nobody.
 */
function firstFailure(folder: string, report: string, log: string): { test: string; why: string } {
  const { testResults } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { testResults: [] }
  const file = testResults.find(({ status }) => status === 'failed')
  if (!file)
    return { test: '', why: /^.*\b(\w*Error|could not)\b.*$/m.exec(readFileSync(log, 'utf8'))?.[0] ?? '' }
  const test = file.assertionResults.find(({ status }) => status === 'failed')
  const message = test?.failureMessages[0] ?? file.message
  return {
    test: relative(folder, file.name),
    why: [test?.fullName, message.split('\n', 1)[0]].filter(Boolean).join(': '),
  }
}
