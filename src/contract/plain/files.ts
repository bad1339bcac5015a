/** Imports no schemas, so that it can be bundled for browsers. */

const types: Record<string, string> = {
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/markdown',
}

/**
 * The type with which a file is imported, derived from its name: operating systems report different types,
 * and often none.
 */
export const typeOfFile = (name: string): string | undefined =>
  types[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

/**
 * "Garden.csv" → "Garden": the title of a project if the file has none. Todoist's backups have a number after
 * the name.
 */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/ \[\d+\]$/, '')
    .trim()
