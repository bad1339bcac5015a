import { setTimeout as pause } from 'node:timers/promises'
import { hasCitus, makeDistributed } from '../../support/databases/citus.ts'
import { Chance } from '../../support/machine/chance.ts'
import { cleanUp, newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { type Outcome, ofSize, type Scenario, type Trial } from '../scenario.ts'
import { databaseOf } from '../support/places.ts'
import { Writer } from '../support/writer.ts'
import { LocalNode, workersOf } from './node.ts'
import { countTouchedNodes } from './touched-nodes.ts'

const kills = { quick: 2, whole: 20 }
const writers = 16

/** Every operation of a person stays on one node, and a node that is lost is missed by its own people alone. */
export const shards: Scenario = {
  name: 'shards',
  title: 'A node of a Citus cluster killed under load',
  engines: ['postgres'],
  async run(trial) {
    const given = process.env.TEST_DATABASE_URL
    const server = given ? new URL(given) : undefined
    if (!server || process.getuid?.() !== 0 || !(await hasCitus(server)))
      return {
        tries: 0,
        wrong: [],
        leftOut:
          'it takes a Citus cluster on this machine (TEST_DATABASE_URL leads to its coordinator), and root to kill its nodes.',
      }
    try {
      return await killNodes(trial, server)
    } finally {
      cleanUp()
    }
  },
}

async function killNodes(trial: Trial, given: URL): Promise<Outcome> {
  const { seed, say } = trial
  const chance = new Chance(seed)
  const folder = newFolder()
  const name = databaseOf(folder)
  const coordinator = await LocalNode.at(given)
  await coordinator.all(`create database ${name}`)
  await makeDistributed(given, name)
  await coordinator.all(`alter database ${name} set citus.log_remote_commands = on`)
  await coordinator.all(`alter database ${name} set citus.log_local_commands = on`)
  await coordinator.all(`alter database ${name} set log_min_messages = notice`)
  const url = Object.assign(new URL(given), { pathname: name })
  const environment = { DATABASE_URL: url.href, JWT_SECRET: 'the secret of the instance on this cluster' }
  const server = await run({ folder, environment: { ...environment, AUTH_RATE_LIMIT: '0' } })
  const wrong: string[] = []

  const { onBoards, onAccounts } = await countTouchedNodes(server, coordinator)
  const touched = Object.entries({ ...onBoards, ...onAccounts })
  for (const [operation, nodes] of touched) {
    say(`${operation}: ${nodes} node${nodes === 1 ? '' : 's'}`)
    if (nodes > 1 || (nodes === 0 && operation in onBoards))
      wrong.push(`To ${operation} touches ${nodes} nodes.`)
  }
  await coordinator.all(`alter database ${name} reset all`)

  const nodes = await workersOf(given)
  let recovery = 0
  const tries = ofSize(trial, kills)
  for (let round = 1; round <= tries; round++) {
    const node = nodes[round % nodes.length] as LocalNode
    const complain = (what: string) => wrong.push(`Kill ${round} of a node: ${what}`)
    const makeAndRevoke = async ({ token }: Writer) => {
      const client = server.client(token)
      try {
        const { api_token: made } = await client.makeApiToken({
          label: 'While a node is down',
          scope: 'read',
        })
        await client.revokeApiToken({ id: made.id })
      } catch (error) {
        complain(`somebody of another node could not make an API token: ${error}`)
      }
    }
    const crowd = await newCrowd(server, round)
    const own = await Promise.all(crowd.map((writer) => isOn(node, url, server, writer)))
    const writing = crowd.map((writer) => writer.write(complain))
    await pause(500 + chance.below(1000))
    for (const [index, writer] of crowd.entries()) writer.mayBeRefused = own[index] ?? false
    const startAgain = await node.kill()
    // The others continue for a while, and can change how they sign in.
    await Promise.all([pause(2000), ...crowd.filter((_, index) => !own[index]).map(makeAndRevoke)])
    for (const writer of crowd) writer.stop()
    await Promise.all(writing)
    await startAgain()
    const begun = performance.now()
    await Promise.all(crowd.map((writer) => worksAgain(server, writer.token)))
    recovery = Math.max(recovery, performance.now() - begun)
    for (const writer of crowd) await writer.compare(complain)
    say(`${round} kills, ${own.filter(Boolean).length} of ${writers} people on the node`)
  }
  return { tries, wrong, recovery, measured: `${touched.length} operations, each on one at most` }
}

const newCrowd = (server: ServerProcess, round: number): Promise<Writer[]> =>
  Promise.all(
    Array.from({ length: writers }, (_, n) => Writer.open(server, `shard-${round}-${n}@example.com`)),
  )

/** True if this person's data is on this node. */
async function isOn(
  node: LocalNode,
  database: URL,
  server: ServerProcess,
  { token }: Writer,
): Promise<boolean> {
  const { user } = await server.client(token).readMe()
  const coordinator = await LocalNode.at(database)
  const [row] = await coordinator.all(
    `select nodeport::text as port from pg_dist_placement join pg_dist_node using (groupid)
     where shardid = get_shard_id_for_distribution_column('counters', $1::text)`,
    [user.id],
  )
  return row?.port === node.url.port
}

/** Until their board can be read. */
const worksAgain = ({ request }: ServerProcess, token: string) =>
  eventually(
    async () => (await request('GET', '/api/projects', { token })).status === 200 || undefined,
    'Inboard to work again',
  )
