import { worstTexts } from './texts.ts'

/** A file of about this many characters. */
export interface WorstFile {
  type: string
  make(size: number): string
}

/** As many items as fit, each made from its number. */
const fill = (size: number, make: (index: number) => string, between = '\n') => {
  const parts: string[] = []
  for (let length = 0; length < size; length += (parts.at(-1)?.length ?? 0) + between.length)
    parts.push(make(parts.length))
  return parts.join(between)
}

const numbers = (size: number, each: number) => Array.from({ length: Math.ceil(size / each) }, (_, n) => n)

const markdown = (make: WorstFile['make']): WorstFile => ({ type: 'text/markdown', make })
const csv = (columns: string, row: (index: number) => string): WorstFile => ({
  type: 'text/csv',
  make: (size) => `${columns}\n${fill(size, row)}`,
})
const json = (make: (size: number) => unknown): WorstFile => ({
  type: 'application/json',
  make: (size) => JSON.stringify(make(size)),
})
const rawJson = (make: WorstFile['make']): WorstFile => ({ type: 'application/json', make })

const inboard = (projects: unknown, inbox: unknown = []) => ({
  format: 'inboard',
  version: 1,
  projects,
  inbox,
})
const trello = (board: object) => ({ lists: [{ id: 'l', name: 'L' }], cards: [], ...board })
const ticktickColumns =
  'List Name,Title,Content,Status,Order,taskId,parentId,Due Date,Timezone,Tags,Repeat,Created Time,Is All Day'

/** One long text in every place where a format allows one. */
const places: Record<string, (text: string) => { type: string; text: string }> = {
  'all of a Markdown file': (text) => ({ type: 'text/markdown', text }),
  'an item': (text) => ({ type: 'text/markdown', text: `- ${text}` }),
  'a heading': (text) => ({ type: 'text/markdown', text: `# ${text}\n- a\n## Done\n- b` }),
  notes: (text) => ({ type: 'text/markdown', text: `- a\n  ${text}` }),
  'front matter': (text) => ({ type: 'text/markdown', text: `---\n${text}\n---\n- a` }),
  'all of a CSV file': (text) => ({ type: 'text/csv', text }),
  'a project, list and text in CSV': (text) => {
    const cell = `"${text.replaceAll('"', '""')}"`
    return { type: 'text/csv', text: `project,status,text\n${cell},${cell},${cell}` }
  },
  'a task and its note of Todoist': (text) => {
    const cell = `"${text.replaceAll('"', '""')}"`
    return {
      type: 'text/csv',
      text: `type,content,date\nsection,${cell}\ntask,${cell},${cell}\nnote,${cell}`,
    }
  },
  'a task of TickTick': (text) => {
    const cell = `"${text.replaceAll('"', '""')}"`
    return {
      type: 'text/csv',
      text: `${ticktickColumns}\n${cell},${cell},${cell},0,${cell},${cell},${cell},${cell},${cell},${cell},${cell},${cell},true`,
    }
  },
  'all of a JSON file': (text) => ({ type: 'application/json', text }),
  'a title, name and text of an export': (text) => ({
    type: 'application/json',
    text: JSON.stringify(inboard([{ title: text, statuses: [{ name: text, cards: [{ text }] }] }])),
  }),
  'the names of a board of Trello': (text) => ({
    type: 'application/json',
    text: JSON.stringify(
      trello({
        name: text,
        lists: [{ id: text, name: text }],
        cards: [{ idList: text, id: text, name: text, desc: text, due: text, labels: [{ name: text }] }],
      }),
    ),
  }),
}

const texts: Record<string, WorstFile> = Object.fromEntries(
  Object.entries(places).flatMap(([place, put]) =>
    Object.entries(worstTexts).map(([name, make]) => [
      `${name} as ${place}`,
      { type: put('').type, make: (size: number) => put(make(size)).text },
    ]),
  ),
)

/** Files that are difficult because of their structure: the number of items, and their references to each other. */
const shapes: Record<string, WorstFile> = {
  'items within each other': markdown((size) => {
    const lines: string[] = []
    for (let length = 0; length < size; length += lines.length + 8)
      lines.push(`${' '.repeat(lines.length)}- [ ] a`)
    return lines.join('\n')
  }),
  'items within one another, with text below all of them': markdown((size) => {
    const lines = numbers(Math.min(size, 20_000), 80).map((depth) => `${' '.repeat(depth)}- [ ] a`)
    return [...lines, fill(size, () => `${' '.repeat(lines.length)}a`)].join('\n')
  }),
  'many projects': markdown((size) => fill(size, (index) => `# ${index}\n- a\n## Done\n- b`)),
  'projects of one name': markdown((size) => fill(size, (index) => `# same\n- ${index}`)),
  'many lists': markdown((size) => `# a\n${fill(size, (index) => `## ${index}\n- a`)}`),
  'lists of long names that begin alike': markdown((size) => {
    const name = 'x'.repeat(Math.sqrt(size))
    return `# a\n${fill(size, (index) => `## ${name}${index}\n- a`)}`
  }),
  'one card with many lines of notes': markdown((size) => `- a\n${fill(size, () => '  a')}`),
  'notes far to the right': markdown((size) => `- a\n${fill(size, () => `${' '.repeat(1000)}a`)}`),
  'a rule on each line': markdown((size) => fill(size, () => '- '.repeat(99))),
  'almost a rule on each line': markdown((size) => fill(size, () => `${'- '.repeat(90)}x`)),
  'a board of Obsidian that never ends': markdown(
    (size) => `---\nkanban-plugin: board\n---\n${fill(size, () => '**Complete**\n- [ ] a')}`,
  ),
  'cells of one letter': csv('project,status,text', () => 'a,b,c'),
  'cells of one letter that nobody asked for': csv('text', (index) => `${index},${'ab,'.repeat(200)}`),
  'cells of quotes': csv('text', () => '""""'),
  'cells of lines': csv('text', () => '"a\r\nb\rc\nd"'),
  'empty cells': csv('text', () => `a${','.repeat(200)}`),
  'many columns': {
    type: 'text/csv',
    make: (size) => `text,${fill(size / 2, (index) => `c${index}`, ',')}\n${fill(size / 2, () => 'a', ',')}`,
  },
  'projects in CSV': csv('project,status,text', (index) => `p${index},s${index},a`),
  'notes of one task of Todoist': csv('type,content', (index) => (index === 0 ? 'task,a' : 'note,a')),
  'long notes of one task of Todoist': csv('type,content', (index) =>
    index === 0 ? 'task,a' : `note,"${'a\n'.repeat(500)}"`,
  ),
  'sections of Todoist': csv('type,content', (index) => `section,s${index}\ntask,a`),
  'tasks of TickTick that are each within the last': csv(
    ticktickColumns,
    (index) => `L,a,,0,${-index},${index},${index - 1},,`,
  ),
  'tasks of TickTick within one': csv(ticktickColumns, (index) => `L,a,,0,${-index},${index},0,,`),
  'tasks of TickTick with one id': csv(ticktickColumns, () => 'L,a,,0,0,x,x,,'),
  'tasks of TickTick with many lists': csv(ticktickColumns, (index) => `L${index},a,,0,0,${index},,,`),
  'due dates of TickTick, each in another zone': csv(
    ticktickColumns,
    (index) =>
      `L,a,,0,0,${index},,2026-11-18T09:00:00+0000,Etc/GMT${index % 2 ? '+' : '-'}${index % 12},,,,true`,
  ),
  'due dates of TickTick in zones that do not exist': csv(
    ticktickColumns,
    (index) => `L,a,,0,0,${index},,2026-11-18T09:00:00+0000,Mars/${index},,,,true`,
  ),
  'tags of a task of TickTick': {
    type: 'text/csv',
    make: (size) => `${ticktickColumns}\nL,a,,0,0,,,,,"${fill(size, (index) => `tag ${index}`, ',')}"`,
  },
  'rules of TickTick': csv(
    ticktickColumns,
    (index) => `L,a,,0,0,,,,,,FREQ=WEEKLY${';BYDAY=MO,1TU'.repeat(30)};INTERVAL=${index}`,
  ),
  'labels of a task of Todoist': csv('type,content', () => `task,${'@a @1 '.repeat(200)}`),
  'recurring dates of Todoist': csv('type,content,date', (index) => `task,a,every other ${index}th at 9am`),
  'projects of an export': json((size) =>
    inboard(numbers(size, 60).map((index) => ({ title: `p${index}`, statuses: [] }))),
  ),
  'lists of an export': json((size) =>
    inboard([
      { title: 'p', statuses: numbers(size, 60).map((n) => ({ name: `s${n}`, cards: [{ text: 'a' }] })) },
    ]),
  ),
  'cards of an export': json((size) =>
    inboard(
      [],
      numbers(size, 20).map(() => ({ text: 'a' })),
    ),
  ),
  'cards and comments of Trello without ids': json((size) =>
    trello({
      cards: numbers(size, 100).map(() => ({ idList: 'l', name: 'a' })),
      actions: numbers(size, 100).map(() => ({ type: 'commentCard', data: { text: 'a' } })),
    }),
  ),
  'cards and comments of Trello with one id': json((size) =>
    trello({
      cards: numbers(size, 100).map(() => ({ idList: 'l', id: 'x', name: 'a' })),
      actions: numbers(size, 100).map(() => ({
        type: 'commentCard',
        data: { text: 'a', card: { id: 'x' } },
      })),
    }),
  ),
  'cards and checklists of Trello with one id': json((size) =>
    trello({
      cards: numbers(size, 100).map(() => ({ idList: 'l', id: 'x', name: 'a' })),
      checklists: numbers(size, 100).map(() => ({ idCard: 'x', checkItems: [{ name: 'a' }] })),
    }),
  ),
  'lists of Trello with one id': json((size) =>
    trello({
      lists: numbers(size, 60).map((n) => ({ id: 'l', name: `n${n}` })),
      cards: numbers(size, 60).map(() => ({ idList: 'l', name: 'a' })),
    }),
  ),
  'labels and links of one card of Trello': json((size) =>
    trello({
      cards: [
        {
          idList: 'l',
          name: 'a',
          labels: numbers(size, 40).map(() => ({ name: 'a' })),
          attachments: numbers(size, 40).map(() => ({ url: 'a' })),
        },
      ],
    }),
  ),
  'lists of JSON within each other': rawJson((size) => '['.repeat(size / 2) + ']'.repeat(size / 2)),
  'objects of JSON, each of another shape': rawJson((size) => `[${fill(size, (n) => `{"k${n}":0}`, ',')}]`),
  'objects of JSON with numbers as names': rawJson(
    (size) => `[${fill(size, (n) => `{"${n * 97 + 1000}":0}`, ',')}]`,
  ),
  'one object of JSON with many names': rawJson((size) => `{${fill(size, (n) => `"k${n}":0`, ',')}}`),
  'objects of JSON that are empty': rawJson((size) => `[${fill(size, () => '{}', ',')}]`),
  'short texts of JSON': rawJson((size) => `["🪴",${fill(size, (n) => `"${n.toString(36)}"`, ',')}]`),
  'prototypes in a text of JSON': rawJson(
    (size) => `["\\"__proto__\\":",${fill(size, (n) => `{"k${n}":0}`, ',')}]`,
  ),
}

/** Every file that we could think of to keep an importer busy. */
export const worstFiles: Record<string, WorstFile> = { ...shapes, ...texts }
