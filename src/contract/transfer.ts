import Type, { type Static } from 'typebox'
import { CardContent, CardId, NewCard } from './card.ts'
import { longestText, longestTitle } from './plain/limits.ts'
import { statusNames } from './plain/statuses.ts'
import { ProjectId } from './project.ts'
import { Always, Choice, Described, List, Named, Natural, Text, Time, Words } from './values.ts'

// An export has two schemas: one for responses, without bounds, and one for requests. Cards have no name in
// the document, because a validator accepts each name only once in a schema.

const format = Always('inboard', 'Identifies the format.', 'inboard')
const version = Always(1, 'The version of this format.', 1)
const statusName = { description: 'The name of the status.', examples: ['To do'] }
const aboutCards = 'The cards of the status, in their order.'
const aboutStatuses = 'The statuses of the project, in their order.'
const aboutInbox = 'The cards of the inbox, in their order.'
const aboutProjects = 'The projects, in the order in which they were created.'

const ExportedCard = Described('A card of an export.', CardContent.properties)

const ExportedStatus = Named('ExportedStatus', 'A status of an exported project: one column of its board.', {
  name: Type.String(statusName),
  cards: List(ExportedCard, aboutCards),
})

const ExportedProject = Named('ExportedProject', 'A project of an export.', {
  title: Words('The title of the project.', 'Garden'),
  created_at: Time('When the project was created'),
  statuses: List(ExportedStatus, aboutStatuses),
})

export const Export = Named(
  'Export',
  'All projects and cards of an account, as they were at one moment, without what is in the bin.',
  {
    format,
    version,
    exported_at: Time('When it was exported'),
    email: Words('The address of the account.', 'ada@example.com'),
    projects: List(ExportedProject, aboutProjects),
    inbox: List(ExportedCard, aboutInbox),
  },
)
export type Export = Static<typeof Export>

const maxProjects = 10_000
const maxCards = 100_000
const createdAt = (what: string) => Type.Optional({ ...Time(`When the ${what} was created`), maxLength: 24 })

const SentCard = Described('A card to import.', {
  ...Type.Omit(NewCard, ['position']).properties,
  text: Text(longestText, 'The text of the card. A longer text continues in the next card.', 'Dig'),
  created_at: createdAt('card'),
})
export type SentCard = Static<typeof SentCard>

const SentProject = Named('SentProject', 'A project to import.', {
  title: Text(longestTitle, 'The title of the project.', 'Garden'),
  created_at: createdAt('project'),
  statuses: Type.Array(
    Named('SentStatus', 'A status of a project to import.', {
      name: Type.String({ ...statusName, maxLength: longestTitle }),
      cards: Type.Array(SentCard, { maxItems: maxCards, description: aboutCards }),
    }),
    { maxItems: maxProjects, description: aboutStatuses },
  ),
})

/** A member of another program's board, of which only a part is read. */
const others = (description: string) =>
  Type.Optional(Type.Array(Type.Object({}), { maxItems: maxCards, description, examples: [[]] }))

export const ImportDocument = Named(
  'ImportDocument',
  'A document of `GET /api/export`: `format`, `version`, `projects` and `inbox`. Or the JSON of a Trello board, as Trello exports it.',
  {
    format: Type.Optional(format),
    version: Type.Optional(version),
    projects: Type.Optional(Type.Array(SentProject, { maxItems: maxProjects, description: aboutProjects })),
    inbox: Type.Optional(Type.Array(SentCard, { maxItems: maxCards, description: aboutInbox })),
    name: Type.Optional(
      Type.String({ maxLength: 16_384, description: 'Of a Trello board: its name.', examples: ['Garden'] }),
    ),
    lists: others('Of a Trello board: its lists.'),
    cards: others('Of a Trello board: its cards.'),
    checklists: others('Of a Trello board: its checklists.'),
  },
)
export type ImportDocument = Static<typeof ImportDocument>

export const ImportQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether only to report what would be imported.',
      examples: [true],
    }),
  ),
  lists: Type.Optional(
    Type.String({
      maxLength: 16_384,
      description:
        'The status of each list of the file: pairs of a list and a status, separated by commas. Other lists become the status that their name means (In Progress is Doing), else the first.',
      examples: ['Backlog:To do,Review:Doing'],
    }),
  ),
  title: Type.Optional(
    Text(longestTitle, 'The title of the project if the file has none, like those of Todoist.', 'Garden'),
  ),
})
export type ImportQuery = Static<typeof ImportQuery>

const fileFormats = ['inboard', 'trello', 'todoist', 'ticktick', 'csv', 'markdown'] as const
export type FileFormat = (typeof fileFormats)[number]

/** Parts of a file that are not imported: entries that become no card, and parts of those that do. */
export const leftOutKinds = {
  entries: [
    'archived_cards',
    'templates',
    'abandoned_tasks',
    'empty_cards',
    'project_comments',
    'other_lines',
  ],
  parts: [
    'archived_lists',
    'assignments',
    'uploaded_files',
    'comments',
    'custom_fields',
    'start_dates',
    'step_dates',
    'reminders',
    'durations',
    'priorities',
    'votes',
    'other_columns',
  ],
} as const
export type LeftOutKind = (typeof leftOutKinds)['entries' | 'parts'][number]

const StatusName = (description: string) => Choice(statusNames, description, 'To do')

export const Imported = Named('Imported', 'The result of an import or a dry run.', {
  projects: Natural('How many projects were created.', 1),
  cards: Natural('How many cards were created.', 5),
  format: Choice(fileFormats, 'The format of the file.', 'trello'),
  boards: List(
    Named('ImportedBoard', 'An imported project.', {
      project_id: Type.Optional({ ...ProjectId, description: 'Its id; missing in a dry run.' }),
      title: Words('Its title.', 'Garden'),
      statuses: List(
        Named('ImportedStatus', 'A status of an imported project.', {
          name: StatusName('The name of the status.'),
          cards: Natural('How many cards were put there.', 4),
        }),
        'Its statuses, in their order.',
      ),
    }),
    'The projects, in their order.',
  ),
  inbox: Described('The cards added to the end of the inbox.', {
    cards: Natural('How many cards were put there.', 1),
    card_ids: Type.Optional(List(CardId, 'Their ids, in order; missing in a dry run.')),
  }),
  lists: List(
    Named('ImportedList', 'A list of the file.', {
      name: Words('The name of the list.', 'Backlog'),
      status: StatusName('The name of the status that it became.'),
      cards: Natural('How many cards it had.', 4),
    }),
    'The lists, sections or columns of the file, with their status. Those of the same name are merged.',
  ),
  marks: Described('The dates, repetitions, labels and steps in the texts of the cards.', {
    dates: Natural('How many cards have a due date.', 3),
    repetitions: Natural('How many of them repeat.', 1),
    labels: Natural('How many different labels the cards have.', 2),
    steps: Natural('How many steps the cards have.', 4),
  }),
  left_out: Natural(
    'How many entries of the file were skipped: archived ones, templates, text that is not a task.',
    2,
  ),
  not_imported: List(
    Named('NotImported', 'One kind of what was not imported.', {
      kind: Choice(
        Object.values(leftOutKinds).flat(),
        'What it is. New kinds may be added.',
        'archived_cards',
      ),
      count: Natural('How many there are in the file.', 2),
    }),
    'What of the file was not imported: the skipped entries by their kind, and what imported cards had that cards here do not have.',
  ),
})
export type Imported = Static<typeof Imported>
