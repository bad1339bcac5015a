import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { newDataFolder } from '../../support/machine/folders.ts'

const folder = newDataFolder()
const file = join(folder, 'inboard.db')

// Statements go directly to the file: the constraints must hold for every program that writes to it.
let database: DatabaseSync
beforeAll(async () => {
  await (await openSqlite(file)).close()
  database = new DatabaseSync(file, { enableForeignKeyConstraints: true })
  database.exec(`
    insert into users (id, email, passkey_handle, created_at)
      values ('ada', 'ada@example.com', 'a', 'now'), ('bob', 'bob@example.com', 'b', 'now');
    insert into projects (id, owner_id, title, created_at, updated_at, changed)
      values ('house', 'ada', 'House', 'now', 'now', 1), ('garden', 'ada', 'Garden', 'now', 'now', 1),
        ('boat', 'bob', 'Boat', 'now', 'now', 1);
    insert into statuses (id, owner_id, project_id, name, position)
      values ('house-todo', 'ada', 'house', 'To do', 0), ('garden-todo', 'ada', 'garden', 'To do', 0),
        ('garden-done', 'ada', 'garden', 'Done', 1), ('boat-todo', 'bob', 'boat', 'To do', 0);
  `)
  database.exec(`${card({})}; ${card({ id: "'weed'", project: "'garden'", status: "'garden-todo'" })}`)
  database.exec(tombstone('project', 'garden'))
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

interface CardParts {
  id?: string
  owner?: string
  project?: string
  status?: string
  complete?: string
  position?: string
}

function card(parts: CardParts): string {
  const { id = "'shop'", owner = "'ada'", project = 'null', status = 'null' } = parts
  const { complete = '0', position = '0' } = parts
  return `insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at)
    values (${id}, ${owner}, ${project}, ${status}, 'A card', ${complete}, ${position}, 'now', 'now')`
}

const tombstone = (kind: string, id: string, owner = 'ada') =>
  `insert into tombstones (owner_id, id, kind, seq, deleted_at) values ('${owner}', '${id}', '${kind}', 2, 'now')`

const tables = () =>
  database
    .prepare(`select name from sqlite_schema where type = 'table' order by name`)
    .all()
    .map(({ name }) => String(name))

const everything = () => tables().map((table) => database.prepare(`select * from ${table}`).all())

const id = "'new'"
const foreignKey = /FOREIGN KEY/
const check = /CHECK/

describe('the database itself refuses', () => {
  test.each<[what: string, sql: string, because: RegExp]>([
    ['a card with a project and no status', card({ id, project: "'garden'" }), check],
    ['a card with a status and no project', card({ id, status: "'garden-todo'" }), check],
    ['to take the status from a card', `update cards set status_id = null where id = 'weed'`, check],
    ['to take the project from a card', `update cards set project_id = null where id = 'weed'`, check],
    [
      'to give an inbox card a status only',
      `update cards set status_id = 'garden-todo' where id = 'shop'`,
      check,
    ],
    [
      'a card in a status of another project',
      card({ id, project: "'garden'", status: "'house-todo'" }),
      foreignKey,
    ],
    ['a card in a status that is none', card({ id, project: "'garden'", status: "'nowhere'" }), foreignKey],
    ["a card in another owner's project", card({ id, project: "'boat'", status: "'boat-todo'" }), foreignKey],
    [
      "to move a card to another owner's project",
      `update cards set project_id = 'boat', status_id = 'boat-todo' where id = 'weed'`,
      foreignKey,
    ],
    ['to hand a card to another owner', `update cards set owner_id = 'bob' where id = 'weed'`, foreignKey],
    ['an inbox card of nobody', card({ id, owner: "'nobody'" }), foreignKey],
    ['a card with no owner', card({ id, owner: 'null' }), /NOT NULL/],
    ['a card twice', card({}), /UNIQUE/],
    ['a card before the first place', card({ id, position: '-1' }), check],
    ['a card beyond the last place', card({ id, position: '2147483648' }), check],
    ['a card at half a place', card({ id, position: '0.5' }), /cannot store REAL/],
    ['a card that is more than complete', card({ id, complete: '2' }), check],
    ['a card that is complete in words', card({ id, complete: "'yes'" }), /cannot store TEXT/],

    ['to remove a status that has cards', `delete from statuses where id = 'garden-todo'`, foreignKey],
    [
      'to rename a status under its cards',
      `update statuses set id = 'x' where id = 'garden-todo'`,
      foreignKey,
    ],
    ['to remove a project before its cards', `delete from projects where id = 'garden'`, foreignKey],
    [
      'a status of a project that is none',
      `insert into statuses values ('s', 'ada', 'nowhere', 'To do', 0, 1)`,
      foreignKey,
    ],
    [
      "a status in another owner's project",
      `insert into statuses values ('s', 'ada', 'boat', 'To do', 0, 1)`,
      foreignKey,
    ],
    [
      'a project of nobody',
      `insert into projects values ('p', 'nobody', 'x', 'now', 'now', 1, 1)`,
      foreignKey,
    ],

    ['the counter of nobody', `insert into counters (owner_id) values ('nobody')`, foreignKey],
    ['a tombstone of nobody', tombstone('card', 'x', 'nobody'), foreignKey],
    ['a tombstone of what is neither a card nor a project', tombstone('status', 'x'), check],
    ['two tombstones for one thing', tombstone('project', 'garden'), /UNIQUE/],
    [
      'something of nobody in the bin',
      `insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
        values ('nobody', 'x', 'x', 'card', 'x', 'now', 2, 'now')`,
      foreignKey,
    ],
    [
      'a key of nobody',
      `insert into idempotency_keys (owner_id, key, number, request, created_at)
        values ('nobody', 'k', 1, 'r', 'now')`,
      foreignKey,
    ],

    [
      'two accounts with one address',
      `insert into users (id, email, passkey_handle, created_at) values ('eve', 'ada@example.com', 'e', 'now')`,
      /UNIQUE/,
    ],
    [
      'a link for another purpose',
      `insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
        values ('h', 'ada', 'fun', 'ada@example.com', 'now', 'then')`,
      check,
    ],
    [
      'a link of nobody',
      `insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
        values ('h', 'nobody', 'sign_in', 'ada@example.com', 'now', 'then')`,
      foreignKey,
    ],
    [
      'an order to send a link that is none',
      `insert into outbox (id, owner_id, token_hash, nonce, next_attempt_at)
        values ('o', 'ada', 'nowhere', 'n', 'now')`,
      foreignKey,
    ],
    [
      'a registration challenge of nobody in particular',
      `insert into challenges (challenge, purpose, expires_at) values ('c', 'registration', 'then')`,
      check,
    ],
    [
      'a sign-in challenge of somebody',
      `insert into challenges (challenge, owner_id, purpose, expires_at) values ('c', 'ada', 'sign_in', 'then')`,
      check,
    ],
  ])('%s', (_what, sql, because) => {
    const before = everything()
    expect(() => database.exec(sql)).toThrow(because)
    expect(everything()).toEqual(before)
  })
})

test('what it accepts is what these are one step away from', () => {
  database.exec('begin')
  database.exec(`${card({ id, project: "'garden'", status: "'garden-done'", complete: '1', position: '2147483647' })};
    update cards set project_id = 'house', status_id = 'house-todo' where id = 'weed';
    delete from statuses where id = 'garden-todo';
    ${tombstone('card', 'new')};
    delete from cards where project_id = 'garden';
    delete from projects where id = 'garden';
    insert into challenges (challenge, purpose, expires_at) values ('c', 'sign_in', 'then');
    insert into challenges (challenge, owner_id, purpose, expires_at) values ('d', 'ada', 'registration', 'then')`)
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
  expect(database.prepare(`select id from statuses where project_id = 'garden'`).all()).toEqual([])
  database.exec('rollback')
})
