import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { main, newFolder, run, type Start } from '../../support/processes/process.ts'
import { codeOfRefusal, eventually } from '../../support/service/inboard.ts'

/** A place for the database where room can run out. */
export interface Place {
  /** How the server is started there. */
  start: Start & { folder: string }
  /** What the log calls it. */
  logs: string
  /** Leaves some room at most. */
  fill(): void
  /** Makes room again, while the server runs. */
  clear(): void
}

/** Anyone can have a limit put on the size of the files that a process writes; beyond it a write fails. */
export function limitedFiles(): Place {
  const folder = newFolder()
  return {
    start: { folder, command: ['sh', '-c', 'ulimit -f 2048 && exec "$0" "$1"', process.execPath, main] },
    logs: 'the database is unavailable',
    fill: () => {},
    clear() {
      // The log of the database, which is what has grown, is emptied into the database by somebody without limits.
      const database = new DatabaseSync(join(folder, 'inboard.db'), { timeout: 5000 })
      database.exec('pragma wal_checkpoint(truncate)')
      database.close()
    },
  }
}

/** While there is no room, writes are refused and reads go on; as soon as there is some, everything works. */
export async function runOutOfRoom({ start, logs, fill, clear }: Place): Promise<void> {
  const server = await run(start)
  const ada = server.client(await server.signIn('ada@example.com'))
  const { card } = await ada.addInboxCard({ text: 'first' })
  const { project } = await ada.addProject({ title: 'Garden' })
  fill()

  let acknowledged = 0
  let refusals: string[] = []
  const text = (number: number) => `${number} ${'x'.repeat(1900)}`
  // Until not even the smallest write fits, whichever others it shares its commit with.
  while (refusals.length < 10) {
    const code = await codeOfRefusal(ada.editCard({ id: card.id, text: text(acknowledged + 1) }))
    if (code === 'accepted') acknowledged++
    refusals = code === 'accepted' ? [] : [...refusals, code]
  }
  expect(refusals).toEqual(refusals.map(() => 'unavailable'))

  const before = {
    cards: (await ada.listInboxCards()).cards,
    projects: (await ada.listProjects()).projects,
  }
  expect(before.cards.map((one) => one.text)).toEqual([acknowledged ? text(acknowledged) : 'first'])
  const writes = await Promise.all([
    ...Array.from({ length: 8 }, () => codeOfRefusal(ada.addInboxCard({ text: text(0) }))),
    codeOfRefusal(ada.addProject({ title: text(0).slice(0, 200) })),
    codeOfRefusal(ada.addProjectCard({ project_id: project.id, text: text(0) })),
    codeOfRefusal(ada.removeProject({ project_id: project.id })),
    codeOfRefusal(ada.removeCard({ id: card.id })),
    codeOfRefusal(server.client().requestLink({ email: 'bob@example.com' })),
  ])
  expect(writes).toEqual(writes.map(() => 'unavailable'))
  expect((await server.request('GET', '/readyz')).status).toBe(200)
  expect((await ada.readMe()).user.email).toBe('ada@example.com')
  expect({
    cards: (await ada.listInboxCards()).cards,
    projects: (await ada.listProjects()).projects,
  }).toEqual(before)

  await eventually(() => server.stdout().includes(`"${logs}"`) || undefined, 'the reason in the log')

  clear()
  await ada.addInboxCard({ text: 'there is room again' })
  await ada.removeProject({ project_id: project.id })
  await server.client().requestLink({ email: 'bob@example.com' })
  const after = (await ada.listInboxCards()).cards
  expect(after.map(({ position }) => position)).toEqual([0, 1])

  await server.kill('SIGKILL')
  // Not as a reader: what it has left in its log is taken in, as the next start does.
  const database = new DatabaseSync(server.database)
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(database.prepare('select text from cards order by position').all()).toEqual(
    after.map((one) => ({ text: one.text })),
  )
  database.close()
}
