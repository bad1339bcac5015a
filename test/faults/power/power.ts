import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { Chance } from '../../support/machine/chance.ts'
import { cleanUp, main, newFolder, run } from '../../support/processes/process.ts'
import { ofSize, type Scenario } from '../scenario.ts'
import { lackOfStrace } from '../support/strace.ts'
import { type Call, readCalls, recording } from './recorded-calls.ts'
import { type Fate, fates, RecordedDisk } from './recorded-disk.ts'
import { WrittenBoards } from './written-boards.ts'

const scales = {
  quick: { people: 8, writes: 50, places: 14 },
  whole: { people: 12, writes: 200, places: 200 },
}

/**
 * A power cut while people write: what was not flushed to the disk may be lost, what was acknowledged must
 * not be.
 */
export const power: Scenario = {
  name: 'power',
  title: 'Power cut',
  engines: ['sqlite'],
  lacks: lackOfStrace,
  async run(trial) {
    const { people, writes, places } = ofSize(trial, scales)
    const chance = new Chance(trial.seed)
    try {
      const life = await record({ people, writes })
      trial.say(`recorded ${life.calls.length} calls`)
      const wrong: string[] = []
      const cuts = cutsIn(life, places, chance)
      for await (const found of replay(life, cuts, chance)) wrong.push(...found)
      await insistThatFlushesMatter(life, chance)
      return { tries: cuts.length, wrong, measured: summary(life) }
    } finally {
      cleanUp()
    }
  },
}

/** The record of a server from its first start to its regular shutdown. */
interface Life {
  folder: string
  secret: string
  people: WrittenBoards[]
  calls: Call[]
}

async function record(load: { people: number; writes: number }): Promise<Life> {
  const [folder, log] = [newFolder(), join(newFolder(), 'calls')]
  const server = await run({ folder, command: recording(log, [process.execPath, main]) })
  const emails = Array.from({ length: load.people }, (_, n) => `person-${n}@example.com`)
  const people = await Promise.all(emails.map((email) => WrittenBoards.write(server, email, load.writes)))
  const secret = readFileSync(join(folder, 'jwt-secret'), 'utf8')
  await server.kill('SIGTERM')
  const calls = await readCalls(log, folder)
  insistOnAnswers(calls, people)
  return { folder, secret, people, calls }
}

function insistOnAnswers(calls: Call[], people: WrittenBoards[]): void {
  const recorded = new Set(calls.flatMap((call) => (call.kind === 'answer' ? call.requestIds : [])))
  if (!people.every(({ requestIds }) => requestIds.every((id) => recorded.has(id))))
    throw new Error('Not every answer that came is in the record of system calls: it cannot be right.')
}

interface Cut {
  /** The index of the last system call before the cut. */
  after: number
  fate: Fate
}

/** Half of the cuts right after an answer was sent, a quarter during checkpoints, the others anywhere. */
function cutsIn({ folder, calls }: Life, places: number, chance: Chance): Cut[] {
  const all = [...calls.keys()]
  const answers = all.filter((index) => calls[index]?.kind === 'answer')
  const checkpoints = all.filter((index) => isCheckpoint(folder, calls[index]))
  const chosen = Array.from({ length: places }, (_, n) =>
    chance.pick([answers, checkpoints, answers, all][n % 4] ?? all),
  )
  return chosen
    .toSorted((one, other) => one - other)
    .flatMap((after) => fates.map((fate) => ({ after, fate })))
}

const isCheckpoint = (folder: string, call: Call | undefined) =>
  call?.kind === 'write' && call.file === join(folder, 'inboard.db')

/** Yields the errors after each power cut. The cuts must be in chronological order. */
async function* replay(life: Life, cuts: Cut[], chance: Chance): AsyncGenerator<string[]> {
  const disk = new RecordedDisk(life.folder, chance)
  const answered = new Set<string>()
  let done = 0
  for (const { after, fate } of cuts) {
    for (const call of life.calls.slice(done, after + 1)) {
      disk.do(call)
      if (call.kind === 'answer') for (const id of call.requestIds) answered.add(id)
    }
    done = after + 1
    const found = await switchOn(disk.after(fate), life, answered)
    yield found.map((what) => `After call ${after} of ${life.calls.length}, the unflushed ${fate}: ${what}`)
  }
}

async function switchOn(
  files: Map<string, Uint8Array>,
  life: Life,
  answered: Set<string>,
): Promise<string[]> {
  const folder = newFolder()
  for (const [name, bytes] of files)
    if (!isRebuilt(name)) writeFileSync(name.replace(life.folder, folder), bytes)
  const file = join(folder, 'inboard.db')
  try {
    const wrong = faultsOf(file)
    const database = await openSqlite(file)
    for (const person of life.people) {
      const board = await person.read(database)
      if (!person.mayBe(answered).some((expected) => isDeepStrictEqual(board, expected)))
        wrong.push(`the board of ${person.email} is not what was acknowledged.`)
    }
    await database.close()
    const secret = readFileSync(join(folder, 'jwt-secret'), { encoding: 'utf8', flag: 'a+' })
    if (answered.size > 0 && secret !== life.secret) wrong.push('the secret that signs sessions is lost.')
    return wrong
  } catch (error) {
    return [`the database does not open: ${error}`]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The shared-memory index, which SQLite rebuilds from the write-ahead log at the first connection. */
const isRebuilt = (name: string) => name.endsWith('-shm')

function faultsOf(file: string): string[] {
  const database = new DatabaseSync(file)
  const faults = [
    ...database.prepare('pragma integrity_check').all(),
    ...database.prepare('pragma foreign_key_check').all(),
  ]
  database.close()
  return faults.filter((fault) => fault.integrity_check !== 'ok').map((fault) => JSON.stringify(fault))
}

/** Checks the simulation itself: if all flushes are ignored, it must lose acknowledged writes. */
async function insistThatFlushesMatter(life: Life, chance: Chance): Promise<void> {
  const calls = life.calls.filter(({ kind }) => kind !== 'flush')
  const [wrong] = await Array.fromAsync(
    replay({ ...life, calls }, [{ after: calls.length, fate: fates[0] }], chance),
  )
  if (!wrong?.length)
    throw new Error('Nothing was lost though nothing was flushed: the record cannot be right.')
}

function summary({ folder, calls, people }: Life): string {
  const flushes = calls.filter(({ kind }) => kind === 'flush').length
  const writes = people.reduce((sum, { requestIds }) => sum + requestIds.length, 0)
  const checkpoints = calls.filter(
    (call, index) => isCheckpoint(folder, call) && !isCheckpoint(folder, calls[index - 1]),
  ).length
  return `${writes} writes, ${flushes} flushes, ${checkpoints} checkpoints`
}
