import { Card } from '../src/contract/card.ts'
import { Project } from '../src/contract/project.ts'

const members = Object.keys(Card.properties)

/** Inboard's statements for each operation and engine, with `?` or `?1` for a value. */
export function statementsFor(engine: 'sqlite' | 'postgres') {
  const same = engine === 'sqlite' ? 'is ?' : '= ?'
  const raise = (owner: string) => `update counters set seq = seq + 1 where owner_id = ${owner} returning seq`
  // On PostgreSQL, the same statement increments the counter.
  const [raising, seq] =
    engine === 'sqlite' ? ['', '?7'] : [`with counter as (${raise('?5')})`, '(select seq from counter)']
  const column = `owner_id = ? and project_id ${same} and status_id ${same}`
  const given = (columns: Record<string, 'text' | 'bigint'>, value = '?') => {
    const fields = Object.keys(columns).map((name) => `value ->> '${name}' as ${name}`)
    const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
    return engine === 'sqlite'
      ? `(select ${fields.join(', ')} from json_each(${value}))`
      : `(select * from json_to_recordset(${value}::json) as given (${typed.join(', ')}))`
  }
  const json = (fields: string[], truths: string[], rows: string) => {
    const pairs = fields.map(
      (name) => `'${name}', ${truths.includes(name) ? `json(iif(${name}, 'true', 'false'))` : name}`,
    )
    const columns = fields.map((name) => (truths.includes(name) ? `${name} = 1 as ${name}` : name))
    return engine === 'sqlite'
      ? `select json_group_array(json_object(${pairs.join(', ')})) as json from (${rows})`
      : `select coalesce(array_to_json(array_agg(member)), '[]')::text as json
          from (select ${columns.join(', ')} from (${rows}) as listed) as member`
  }
  return {
    readCard: `select ${members} from cards where owner_id = ? and id = ?`,
    listCards: json(
      members,
      ['complete'],
      `select cards.* from statuses cross join cards
      where statuses.owner_id = ? and statuses.project_id = ?
        and cards.owner_id = statuses.owner_id and cards.project_id = statuses.project_id
        and cards.status_id = statuses.id
      order by statuses.position, cards.position, cards.id`,
    ),
    listProjects: json(
      Object.keys(Project.properties),
      [],
      'select * from counted_projects where owner_id = ? order by created_at, id',
    ),

    raiseCounter: raise('?'),
    firstColumn: `select id as status_id, (select max(position) from cards
        where owner_id = statuses.owner_id and project_id = statuses.project_id and status_id = statuses.id) as last
      from statuses where owner_id = ? and project_id = ? order by position limit 1`,
    insertCard: `insert into cards
        (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at,
          revision, changed, counted)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    patchCard: `${raising} update cards set text = coalesce(?1, text), complete = coalesce(?2, complete),
        position = coalesce(?3, position), updated_at = ?4, revision = ${seq}, changed = ${seq},
        counted = case when complete <> coalesce(?2, complete) then ${seq} else counted end
      where owner_id = ?5 and id = ?6 and (text <> coalesce(?1, text) or complete <> coalesce(?2, complete)
        or position <> coalesce(?3, position))
      returning ${members}`,

    findListed: `select cards.project_id, cards.status_id from ${given({ id: 'text' })} as listed
      cross join cards where cards.owner_id = ? and cards.id = listed.id`,
    writeMoves: `with move as materialized (
        select ? as owner_id, given.* from ${given({ id: 'text', position: 'bigint' })} as given)
      update cards set position = move.position, changed = ?
      from move where cards.owner_id = move.owner_id and cards.id = move.id`,
    writeTransfers: `with move as materialized (
        select ?1 as owner_id, given.*
        from ${given({ id: 'text', project_id: 'text', status_id: 'text', position: 'bigint' }, '?2')} as given)
      update cards set project_id = move.project_id, status_id = move.status_id, position = move.position,
        updated_at = ?3, revision = ?4, changed = ?4,
        counted = case when cards.project_id is not distinct from move.project_id then counted else ?4 end
      from move where cards.owner_id = move.owner_id and cards.id = move.id`,
    listColumn: `select ${members} from cards where ${column} order by position, id`,

    spendLink: `update links set used_at = ? where token_hash = ? and used_at is null and expires_at > ?
      returning owner_id`,
    verifyUser: 'update users set email_verified_at = ? where id = ? and email_verified_at is null',
    findUser: `select id, email, email_verified_at, pending_email, created_at,
        (select count(*) from passkeys where owner_id = users.id) as has_passkey
      from users where id = ?`,
    spendChallenge: `delete from challenges
      where challenge = ? and purpose = 'sign_in' and owner_id is null and expires_at > ?`,
    findPasskey: `select passkeys.*, passkey_handle, email, email_verified_at, pending_email,
        users.created_at as joined_at
      from passkeys join users on users.id = owner_id where credential_id = ?`,
    usePasskey: `update passkeys set sign_count = ?, synced = ?, last_used_at = ?
      where owner_id = ? and id = ? and (sign_count < ? or sign_count = ?)`,
  }
}
