import { Chance } from '../../support/machine/chance.ts'
import { cleanUp } from '../../support/processes/process.ts'
import { type Outcome, ofSize, type Scenario, type Trial } from '../scenario.ts'
import { Complaints } from '../support/complaints.ts'
import { openPlace, type Place } from '../support/places.ts'
import type { Round } from './device.ts'
import { Instances } from './instances.ts'
import { maxProjects } from './model.ts'
import { Person } from './person.ts'

const people = { quick: 2, whole: 5 }
const devices = 4
const operations = { glance: 60, quick: 400, whole: 1_000_000 }
/** Operations between two comparisons, for which everything must be idle. */
const round = { glance: 60, quick: 200, whole: 5_000 }
/** Rounds until new people take over, because long histories are slow to explain. */
const roundsForEachCrowd = 20

export const converge: Scenario = {
  name: 'converge',
  title: `${devices} devices of each person, offline, late and repetitive, while servers are killed`,
  engines: ['sqlite', 'postgres'],
  async run(trial) {
    const place = await openPlace(trial.engine)
    try {
      return await liveAndCompare(trial, place)
    } finally {
      cleanUp()
      await place.close()
    }
  },
}

async function liveAndCompare(trial: Trial, place: Place): Promise<Outcome> {
  const { engine, seed, say } = trial
  const chance = new Chance(seed)
  const total = trial.operations ?? ofSize(trial, operations)
  const each = ofSize(trial, round)
  const rounds = Math.ceil(total / each)
  const instances = await Instances.start(engine, place, { MAX_PROJECTS: String(maxProjects) })
  const complaints = new Complaints()
  let crowd: Person[] = []
  let tries = 0
  let changes = 0

  for (let number = 0; number < rounds && complaints.sentences.length === 0; number++) {
    const isFirst = number % roundsForEachCrowd === 0
    const isLast = (number + 1) % roundsForEachCrowd === 0 || number + 1 === rounds
    if (isFirst) crowd = await newCrowd(instances, seed, number, ofSize(trial, people))
    tries += await runRound(instances, crowd, each, chance, isLast, complaints)
    if (isLast) for (const { seq } of crowd) changes += seq
    if ((number + 1) % 10 === 0) say(`${tries.toLocaleString('en')} operations, ${instances.kills} kills`)
  }
  return {
    tries,
    wrong: complaints.sentences,
    recovery: instances.recovery,
    measured: `${changes.toLocaleString('en')} changes, ${instances.kills} kills; seed ${seed}`,
  }
}

async function newCrowd(instances: Instances, seed: number, round: number, count: number): Promise<Person[]> {
  const crowd: Person[] = []
  const starter = instances.pick(new Chance(seed)).server
  for (let n = 0; n < count; n++) {
    const name = `p${round}-${n}`
    const of = (number: number) => Chance.of(seed, (round * count + n) * (devices + 1) + number)
    const chances = { person: of(0), devices: Array.from({ length: devices }, (_, device) => of(device + 1)) }
    const foreign = () => crowd[(n + 1) % count]?.devices[0]?.replica.cards.keys().next().value
    crowd.push(new Person(name, instances, await starter.signIn(`${name}@example.com`), chances, foreign))
  }
  return crowd
}

/** Everybody works, and something is killed meanwhile; at the end, every instance in the middle of its work. */
async function runRound(
  instances: Instances,
  crowd: Person[],
  most: number,
  chance: Chance,
  isLast: boolean,
  complaints: Complaints,
): Promise<number> {
  const killAt = 1 + chance.below(most)
  let count = 0
  let ended: Promise<unknown> | undefined
  const round: Round = {
    isOver: () => ended !== undefined || complaints.sentences.length > 0,
    count(operations) {
      const before = count
      count += operations
      if (before < killAt && count >= killAt && !ended) void instances.killSomething(chance)
      if (count >= most) ended ??= instances.killAll()
    },
  }
  const every = (work: (person: Person) => Promise<unknown>) =>
    Promise.all(
      crowd.map((person) =>
        work(person).catch((error) => complaints.add(`${person.name}: ${error.message}`)),
      ),
    )

  instances.mayBeUnavailable = false
  await every((person) => person.live(round, isLast))
  await ended
  await every((person) => person.settle(isLast))
  await every(async (person) => {
    for (const sentence of await person.compare()) complaints.add(`${person.name}: ${sentence}`)
  })
  return count
}
