import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Client, createClient } from '../../../../src/client/client.ts'
import { databaseUrl } from '../../../../src/server/config/config.ts'
import { newestOf, readMigrations } from '../../../../src/server/db/migrate.ts'
import { outsider } from '../../../support/databases/engine.ts'
import { Balancer } from '../../../support/network/balancer.ts'
import { main, newFolder, root, run } from '../../../support/processes/process.ts'
import { checkedFetch } from '../../../support/service/contract-check.ts'
import { eventually } from '../../../support/service/inboard.ts'

/** This version with one more migration, which lets this version go on writing. */
function makeLaterVersion(): string {
  const folder = newFolder()
  cpSync(dirname(main), join(folder, 'build'), { recursive: true })
  for (const part of ['package.json', 'src/server/db/migrations'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const part of ['dist', 'src/web']) symlinkSync(join(root, part), join(folder, part))
  writeFileSync(
    join(folder, 'src/server/db/migrations/9998-colours.sql'),
    `-- beside: ${newestOf(readMigrations('sqlite'))}
alter table cards add column colour text;
create table colours (owner_id text not null references users (id) on delete cascade, name text not null) strict;
`,
  )
  return join(folder, 'build/main.js')
}

/** Adds cards and reads them again, one after the other, until it is stopped. Whatever is refused fails it. */
class Writer {
  readonly texts: string[] = []
  readonly #client: Client
  readonly #name: number
  #isOver = false
  readonly done: Promise<void>

  constructor(client: Client, name: number) {
    this.#client = client
    this.#name = name
    this.done = this.#write()
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.done
  }

  async #write(): Promise<void> {
    while (!this.#isOver) {
      const { card } = await this.#client.addInboxCard({ text: `${this.#name}/${this.texts.length}` })
      this.texts.push(card.text)
      expect((await this.#client.readCard({ id: card.id })).card).toEqual(card)
      // A busier machine would show no more.
      await pause(20)
    }
  }
}

interface Upgrade {
  /** Otherwise it is SQLite. */
  postgresUrl?: string
  instances: number
  writing: number
}

/** Replaces instances one by one by a later version, while people write. No request is refused. */
export async function upgrade({ postgresUrl, instances, writing }: Upgrade): Promise<void> {
  const folder = newFolder()
  const DATABASE_URL = postgresUrl ?? `sqlite:${join(folder, 'inboard.db')}`
  const environment = {
    DATABASE_URL,
    JWT_SECRET: 'the secret of every instance in this file',
    DRAIN_SECONDS: '4',
    MAX_CARDS: '0',
    MAX_TEXT: '0',
  }
  const startThis = () => run({ folder, environment })
  const laterVersion = makeLaterVersion()
  // Its folder is another one each time: what it compiles is of no use to the next run.
  const uncached = { ...environment, NODE_COMPILE_CACHE: undefined }
  const startLater = () => run({ folder, environment: uncached, command: [process.execPath, laterVersion] })
  const balancer = await Balancer.start()
  const old = []
  for (let started = 0; started < instances; started++) old.push(await startThis())
  for (const { url } of old) balancer.add(url)
  const token = await old[0]?.signIn('ada@example.com')
  const client = () =>
    createClient({
      baseUrl: balancer.url,
      token: () => token,
      timeout: 0,
      retries: 0,
      fetch: checkedFetch,
    })
  const follower = new AbortController()
  const followed = follow(client(), follower.signal)
  const writers = Array.from({ length: writing }, (_, name) => new Writer(client(), name))
  await work(writers)

  for (const instance of old) {
    const later = await startLater()
    balancer.add(later.url)
    const before = balancer.answeredBy(instance.url)
    // The schema has changed under this instance, which goes on all the same.
    await work(writers)
    expect(balancer.answeredBy(instance.url)).toBeGreaterThan(before)
    expect(await instance.kill('SIGTERM')).toEqual({ code: 0, signal: null })
    balancer.remove(instance.url)
    await work(writers)
  }
  await Promise.all(writers.map((writer) => writer.stop()))
  expect(balancer.refused).toEqual([])

  const texts = writers.flatMap((writer) => writer.texts).toSorted()
  const { cards } = await client().listInboxCards()
  expect(cards.map(({ text }) => text).toSorted()).toEqual(texts)
  // Whoever follows has been told of each of them, across the instances.
  await eventually(() => followed.size === texts.length || undefined, 'the follower to catch up')
  follower.abort()
  const database = databaseUrl(DATABASE_URL)
  const stranger = await outsider(database ?? { engine: 'sqlite', file: '' })
  expect((await stranger.all('select name from migrations order by name')).at(-1)).toEqual({
    name: '9998-colours.sql',
  })
  await stranger.close()
  balancer.stop()
}

/** Waits until each of them has added ten more cards, or one is refused. */
async function work(writers: Writer[]): Promise<void> {
  const goals = writers.map(({ texts }) => texts.length + 10)
  const haveWorked = () => writers.every(({ texts }, index) => texts.length >= (goals[index] ?? 0))
  const refused = Promise.all(writers.map(({ done }) => done))
  await Promise.race([eventually(() => haveWorked() || undefined, 'everybody to work'), refused])
}

/** The texts of all cards that a device hears of. */
function follow(client: Client, signal: AbortSignal): Set<string> {
  const texts = new Set<string>()
  const listen = async () => {
    for await (const { cards } of client.events({ since: 0 }, { signal }))
      for (const { text } of cards) texts.add(text)
  }
  listen().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return texts
}
