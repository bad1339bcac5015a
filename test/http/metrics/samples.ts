import type { TestInboard } from '../../support/service/inboard.ts'

export const requests = 'inboard_http_request_duration_seconds'

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Parses the Prometheus text format strictly: a line that is neither a comment nor a sample is an error. */
export async function samplesOf(inboard: TestInboard): Promise<Sample[]> {
  const { text } = await inboard.request('GET', '/metrics')
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (HELP|TYPE) \w+ ./.test(line))
  return lines.map((line) => {
    const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (!name) throw new Error(`not a sample: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text])
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
}

export async function answered(inboard: TestInboard, labels: Record<string, string>): Promise<number> {
  const found = (await samplesOf(inboard)).filter(
    (sample) =>
      sample.name === `${requests}_count` &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  return found.reduce((sum, { value }) => sum + value, 0)
}
