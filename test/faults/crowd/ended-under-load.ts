import { Agent } from 'node:http'
import { Chance } from '../../support/machine/chance.ts'
import { type Fate, postCard } from '../../support/network/posted-card.ts'
import { newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { type Outcome, ofSize, type Trial } from '../scenario.ts'
import type { Place } from '../support/places.ts'

const clients = 32

/**
 * On SIGTERM under load, the server must answer every request that it has accepted, and keep what it
 * acknowledged.
 */
export async function endUnderLoad(trial: Trial, place: Place): Promise<Outcome> {
  const chance = new Chance(trial.seed)
  const folder = newFolder()
  const environment = await place.environment(folder)
  const wrong: string[] = []
  let recovery = 0
  const tries = ofSize(trial, { quick: 1, whole: 100 })
  let server = await run({ folder, environment })
  for (let round = 1; round <= tries; round++) {
    const complain = (what: string) => wrong.push(`SIGTERM ${round}: ${what}`)
    const token = await server.signIn(`person-${round}@example.com`)
    const outcomes = await endWhileWriting(server, token, clients + chance.below(10 * clients), complain)
    const begun = performance.now()
    server = await run({ folder, environment })
    recovery = Math.max(recovery, performance.now() - begun)

    const { cards } = await server.client(token).listInboxCards()
    const kept = new Set(cards.map(({ text }) => text))
    for (const text of outcomes.whole)
      if (!kept.delete(text)) complain(`"${text}" was acknowledged, and is lost.`)
    // These requests took effect without being answered, so they were accepted and then dropped.
    for (const text of kept) complain(`"${text}" was done, and nobody was told.`)
    for (const text of outcomes.cut) complain(`the answer to "${text}" was cut short.`)
    for (const text of outcomes.dropped)
      complain(`"${text}" was sent on an open connection, and not answered.`)
    if (round % 20 === 0) trial.say(`${round} times SIGTERM`)
  }
  await server.kill('SIGKILL')
  return { tries, wrong, recovery }
}

async function endWhileWriting(
  server: ServerProcess,
  token: string,
  enough: number,
  complain: (what: string) => void,
) {
  const outcomes: Record<Fate, string[]> = { whole: [], cut: [], dropped: [], none: [] }
  const writing = Array.from({ length: clients }, async (_, name) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0, fate: Fate = 'whole'; fate === 'whole'; turn++) {
      const text = `${name}/${turn}`
      fate = await postCard(server, token, text, agent)
      outcomes[fate].push(text)
    }
    agent.destroy()
  })
  await eventually(() => outcomes.whole.length > enough || undefined, 'some load')
  const { code, signal } = await server.kill('SIGTERM')
  if (code !== 0) complain(`it ended with ${code ?? signal}.`)
  await Promise.all(writing)
  return outcomes
}
