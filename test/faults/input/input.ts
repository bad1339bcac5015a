import type { OpenApi } from '../../../src/contract/openapi/document.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { ofSize, type Scenario } from '../scenario.ts'
import { overLines, served } from '../support/served.ts'
import { Hail } from './hail.ts'
import type { Stock } from './odd-requests.ts'

/** How much memory may grow, as a fraction. A shorter run ends while the heap of the new process is still growing. */
const scales = {
  glance: { requests: 150, growth: 1 },
  quick: { requests: 1_500, growth: 1 },
  whole: { requests: 1_000_000, growth: 0.1 },
}
const lines = 24
const readings = 100

export const input: Scenario = {
  name: 'input',
  title: 'Requests made from the document, right, wrong and odd',
  engines: ['sqlite', 'postgres'],
  run: (trial) =>
    served(trial, { MAX_PROJECTS: '10' }, async ({ server }) => {
      const { requests, growth } = ofSize(trial, scales)
      const { seed } = trial
      const document = (await server.request('GET', '/openapi.json')).body as OpenApi
      const hail = new Hail(server, document, await people(server), seed)
      const memory: number[] = []
      await overLines(server, lines, requests, async (line, number) => {
        await hail.send(line, number)
        if ((number + 1) % (requests / readings) === 0) memory.push(await residentMemory(server))
        if ((number + 1) % 50_000 === 0) trial.say(`${number + 1} requests`)
      })

      // Medians of several readings, because each collection of garbage makes the memory go up and down.
      const [warm, last] = [memory.slice(9, 19), memory.slice(-10)].map(median)
      const grown = (last ?? 0) / (warm ?? 0) - 1
      const percent = `${(100 * grown).toFixed(1)} %`
      if (grown > growth) hail.complaints.add(`Its memory has grown by ${percent}, to ${last} bytes.`)
      if ((await server.request('GET', '/readyz')).status !== 200)
        hail.complaints.add('After all that, the server is not ready.')
      return {
        tries: requests,
        wrong: hail.complaints.sentences,
        measured: `memory ${grown < 0 ? '' : '+'}${percent}; answers ${hail.statuses.join(' ')}; seed ${seed}`,
      }
    }),
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

async function residentMemory(server: ServerProcess): Promise<number> {
  const { text } = await server.request('GET', '/metrics')
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
}

/** Signs in the people who send the requests, and gives each a project and a card. */
async function people(server: ServerProcess): Promise<Pick<Stock, 'tokens' | 'ids'>> {
  const tokens = await Promise.all(
    ['one', 'two', 'three'].map((name) => server.signIn(`${name}@example.com`)),
  )
  const ids = await Promise.all(
    tokens.map(async (token) => {
      const client = server.client(token)
      const { project } = await client.addProject({ title: 'Garden' })
      const { statuses } = await client.listStatuses({ project_id: project.id })
      const { card } = await client.addInboxCard({ text: 'Weed' })
      return [project.id, card.id, ...statuses.map(({ id }) => id)]
    }),
  )
  return { tokens, ids: ids.flat() }
}
