import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Chance } from '../../support/machine/chance.ts'
import { cleanUp, newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { type Outcome, ofSize, type Scenario, type Trial } from '../scenario.ts'
import { Writer } from '../support/writer.ts'
import { Cluster } from './cluster.ts'
import { installFailover } from './packages.ts'

const kills = { quick: 1, whole: 20 }
const writersOfEach = 8

/**
 * The primary's node is lost under load. Another takes over, and Inboard must go on with every acknowledged
 * write.
 */
export const failover: Scenario = {
  name: 'failover',
  title: "The primary's node killed, with Patroni, etcd and HAProxy",
  engines: ['postgres'],
  async run(trial) {
    const installed = installFailover()
    if ('lack' in installed) return { tries: 0, wrong: [], leftOut: installed.lack }
    const cluster = await Cluster.start(installed.programs)
    try {
      return await killPrimaries(trial, cluster)
    } finally {
      cleanUp()
      await cluster.stop()
    }
  },
}

async function killPrimaries(trial: Trial, cluster: Cluster): Promise<Outcome> {
  const { seed, say } = trial
  const chance = new Chance(seed)
  await createDatabase(cluster)
  const folder = newFolder()
  const serve = () =>
    run({
      folder,
      environment: {
        DATABASE_URL: cluster.proxyUrl('inboard'),
        JWT_SECRET: 'the secret of both instances on this cluster',
        AUTH_RATE_LIMIT: '0',
      },
    })
  const [one, other] = [await serve(), await serve()]
  const instances = { one, other }
  const onlooker = await one.signIn('onlooker@example.com')
  const wrong: string[] = []
  const longest: Record<string, number> = {}
  let written = 0
  const tries = ofSize(trial, kills)
  for (let round = 1; round <= tries; round++) {
    const primary = await cluster.isWhole()
    const complain = (what: string) => wrong.push(`Kill ${round} of the primary: ${what}`)
    const crowd = await newCrowd(Object.values(instances), round)
    const writing = crowd.map((writer) => writer.write(complain))
    await pause(500 + chance.below(1500))
    for (const writer of crowd) writer.mayBeRefused = true
    await cluster.killNode(primary)
    const killed = performance.now()
    await Promise.all(
      Object.entries(instances).map(async ([how, server]) => {
        await worksAgain(server, onlooker)
        longest[how] = Math.max(longest[how] ?? 0, performance.now() - killed)
      }),
    )
    const counts = await Promise.all(writing)
    written += counts.reduce((sum, count) => sum + count, 0)
    for (const writer of crowd) await writer.compare(complain)
    cluster.startNode(primary)
    for (const { child, stderr } of Object.values(instances))
      if (child.exitCode !== null) throw new Error(`Inboard ended with it:\n${stderr()}`)
    say(`${round} kills, ${written} acknowledged writes, longest gap ${told(longest)}`)
  }
  const recovery = Math.max(...Object.values(longest))
  return { tries, wrong, recovery, measured: `${written} acknowledged writes; longest gap ${told(longest)}` }
}

const told = (longest: Record<string, number>) =>
  Object.entries(longest)
    .map(([how, milliseconds]) => `${(milliseconds / 1000).toFixed(1)} s ${how}`)
    .join(', ')

const newCrowd = (servers: ServerProcess[], round: number) =>
  Promise.all(
    servers.flatMap((server, place) =>
      Array.from({ length: writersOfEach }, (_, n) =>
        Writer.open(server, `writer-${round}-${place}-${n}@example.com`),
      ),
    ),
  )

/** Until something can be written, not only read. */
const worksAgain = ({ request }: ServerProcess, token: string) =>
  eventually(async () => {
    const { status } = await request('POST', '/api/inbox/cards', { token, body: { text: 'Again?' } })
    return status === 201 || undefined
  }, 'Inboard to work again')

async function createDatabase(cluster: Cluster): Promise<void> {
  const admin = new pg.Client(cluster.proxyUrl('postgres'))
  await admin.connect()
  await admin.query('create database inboard')
  await admin.end()
}
