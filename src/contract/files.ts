/** With no schema in reach, as the paths are, so that it can be carried into a browser. */

const types: Record<string, string> = {
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  txt: 'text/markdown',
}

/** The type by which a file is sent to be imported, as its name tells: what systems say of files differs, and is often nothing. */
export const typeOfFile = (name: string): string | undefined =>
  types[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

/** "Garden.csv" → "Garden": what a project is called if the file does not say it. Todoist's backups have a number behind the name. */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/ \[\d+\]$/, '')
    .trim()
