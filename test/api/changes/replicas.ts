import { expect } from 'vitest'
import { ProblemError } from '../../../src/client/client.ts'
import { chanceOfRun } from '../../support/machine/chance.ts'
import { Replica } from '../../support/service/replica.ts'
import { times } from '../../support/service/sending.ts'
import { accountOf, inbox, newcomer } from './people.ts'

/** What has changed leads every replica, from whatever state, to exactly the account. */
export async function followInReplicas(rounds: number): Promise<void> {
  const ada = await newcomer()
  const { client } = ada
  const projects = [await ada.project('p'), await ada.project('q')]
  const replicas = [Replica.of(await client.changes())]
  const chance = chanceOfRun()
  const pick = <T>(items: T[]) => chance.pick(items)
  const cards = async () => (await client.changes()).cards
  const deeds: (() => Promise<unknown>)[] = [
    () => client.addInboxCard({ text: 'new', position: pick([0, 2, 7]) }),
    async () =>
      client.addProjectCard({
        project_id: pick((await client.listProjects()).projects)?.id ?? '',
        text: 'new',
      }),
    async () =>
      client.editCard({
        id: pick(await cards())?.id,
        ...pick([{ text: 'e' }, { complete: true }, { position: 5 }]),
      }),
    async () => client.removeCard({ id: pick(await cards())?.id }),
    async () => {
      const all = await cards()
      const listed = [...new Set(times(4, () => pick(all)?.id))]
      const { todo, doing } = pick(projects)
      await client.setColumn({
        ...pick([inbox, todo, doing]),
        card_ids: listed,
        ...pick([{}, { moved: listed.slice(0, 1) }]),
      })
    },
    async () => client.restore({ id: pick((await client.listBin()).items)?.id }),
    async () => client.removeProject({ project_id: pick(projects).id }),
    async () => client.restore({ id: pick(projects).id }),
    async () => client.renameProject({ project_id: pick(projects).id, title: `${chance.below(2 ** 30)}` }),
  ]
  let done = 0
  for (let round = 0; round < rounds; round++) {
    done += await pick(deeds)().then(
      () => 1,
      (error) => {
        if (error instanceof ProblemError) return 0
        throw error
      },
    )
    if (round % 10 === 0) replicas.push(Replica.of(await client.changes()))
    const reader = pick(replicas)
    reader.apply(await client.changes({ since: reader.seq ?? 0 }))
    expect(reader.state).toEqual(Replica.of(await client.changes()).state)
  }
  expect(done).toBeGreaterThan(rounds / 3)
  const account = await accountOf(ada)
  for (const replica of replicas) {
    replica.apply(await client.changes({ since: replica.seq ?? 0 }))
    expect(replica.state).toEqual(account)
  }
}
