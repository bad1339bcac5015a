import type { Config } from '../../../src/server/config/config.ts'
import { outsider } from './engine.ts'

const questions = {
  sqlite: [
    'select name from migrations order by name',
    'select migration, beside from side_by_side order by migration',
    'select type, name, tbl_name, sql from sqlite_schema order by type, name',
    'pragma integrity_check',
    'pragma foreign_key_check',
  ],
  postgres: [
    'select name from migrations order by name',
    'select migration, beside from side_by_side order by migration',
    `select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
    "select indexdef from pg_indexes where schemaname = 'public' order by indexname",
    `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    "select viewname, definition from pg_views where schemaname = 'public' order by 1",
    `select tgrelid::regclass::text as of, tgname, pg_get_triggerdef(oid) as definition
      from pg_trigger where not tgisinternal order by 1, 2`,
    `select proname, pg_get_functiondef(oid) as definition
      from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    "select relname, reloptions from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  ],
}

/**
 * Describes everything in a database except its rows: tables, indexes, constraints, views, triggers. Also
 * checks its integrity.
 */
export async function schemaOf(database: Config['database']): Promise<unknown[]> {
  const stranger = await outsider(database)
  const answers: unknown[] = []
  for (const sql of questions[database.engine]) answers.push((await stranger.all(sql)).map(inOneForm))
  await stranger.close()
  return answers
}

/** SQLite keeps the text that made a table, with comments, and what was altered later at another place of the line. */
function inOneForm(row: Record<string, unknown>): Record<string, unknown> {
  if (typeof row.sql !== 'string') return row
  const sql = row.sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
  return { ...row, sql }
}
