import type { Operation, Person } from './operations.ts'
import type { Plan } from './plan.ts'
import { seed } from './seed.ts'
import { startInboard } from './servers.ts'
import { median } from './statistics.ts'
import type { Store } from './stores.ts'

export interface CatchUp {
  /** Cards in the account, and how many of them have changed. */
  cards: number
  changed: number
  /** Microseconds of the server's CPU time, and milliseconds until the response. */
  cpu: number
  took: number
  bytes: number
}

const account = (cards: number): Operation => ({
  name: `account-${cards}`,
  title: `an account with ${cards} cards`,
  boards: [[cards, 0, 0]],
  requests: 1,
  call: () => ({ method: 'GET', path: '/api/changes' }),
})

const sizes = [100, 10_000]
/** Cards at the head of a column. */
const amounts = [1, 10, 100, 1000]

/** `GET /api/changes` after few and many edits, in a small and in a large account. */
export async function measureCatchingUp(
  store: Store,
  plan: Plan,
  say: (text: string) => void,
): Promise<CatchUp[]> {
  await using closing = new AsyncDisposableStack()
  const database = await store.create('catching_up')
  const people = await seed(database, sizes.map(account), { ...plan, connections: [1] })
  await store.settle(database)
  const server = closing.adopt(await startInboard(database), (server) => server.stop())
  const call = (token: string, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
    })

  const results: CatchUp[] = []
  for (const cards of sizes) {
    const [person] = people[account(cards).name] ?? []
    const { token, boards } = person as Person
    const ids = boards[0]?.columns[0]?.cards ?? []
    for (const changed of amounts.filter((amount) => amount <= cards)) {
      say(`${changed} of ${cards} cards …`)
      const { seq } = (await (await call(token, '/api/changes')).json()) as { seq: number }
      for (const id of ids.slice(0, changed))
        await call(token, `/api/cards/${id}`, {
          method: 'PATCH',
          body: JSON.stringify({ text: `Water the plants, ${seq}` }),
        })
      const repeat = async (times: number) => {
        const took: number[] = []
        let bytes = 0
        for (let n = 0; n < times; n++) {
          const began = performance.now()
          const answer = await call(token, `/api/changes?since=${seq}`)
          bytes = (await answer.arrayBuffer()).byteLength
          took.push(performance.now() - began)
        }
        return { bytes, took: median(took) }
      }
      const times = Math.ceil(200 * plan.scale)
      await repeat(times)
      const before = (await server.usage()).cpu
      const { bytes, took } = await repeat(times)
      const cpu = ((await server.usage()).cpu - before) / times
      results.push({ cards, changed, cpu, took, bytes })
    }
  }
  return results
}
