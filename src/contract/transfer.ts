import Type, { type Static } from 'typebox'
import { CardId } from './card.ts'
import { longestText, longestTitle } from './limits.ts'
import { ProjectId } from './project.ts'
import { statusNames } from './statuses.ts'
import { Choice, Text, Time } from './values.ts'

// An export is described twice: as it is answered, where nothing is bounded, and as it may be sent. Cards have no name in the
// document, because a validator wants each name once in a schema.

const format = Type.Literal('inboard', { description: 'By this it is recognised.', examples: ['inboard'] })
const version = Type.Literal(1, { description: 'The version of this format.', examples: [1] })
const complete = Type.Boolean({ description: 'Whether the card is done.', examples: [false] })
const statusName = { description: 'The name of the status.', examples: ['To do'] }
const aboutCards = 'The cards of the status, in their order.'
const aboutStatuses = 'The statuses of the project, in their order.'
const aboutInbox = 'The cards of the inbox, in their order.'
const aboutProjects = 'The projects, in the order in which they were created.'

const ExportedCard = Type.Object(
  {
    text: Type.String({ description: 'What the card says.', examples: ['Water the plants 🪴'] }),
    complete,
    created_at: Time('When the card was created'),
  },
  { description: 'A card of an export.' },
)

const ExportedStatus = Type.Object(
  { name: Type.String(statusName), cards: Type.Array(ExportedCard, { description: aboutCards }) },
  { $id: 'ExportedStatus', description: 'A status of an exported project: one column of its board.' },
)

const ExportedProject = Type.Object(
  {
    title: Type.String({ description: 'The title of the project.', examples: ['Garden'] }),
    created_at: Time('When the project was created'),
    statuses: Type.Array(ExportedStatus, { description: aboutStatuses }),
  },
  { $id: 'ExportedProject', description: 'A project of an export.' },
)

export const Export = Type.Object(
  {
    format,
    version,
    exported_at: Time('When it was exported'),
    email: Type.String({ description: 'The address of the account.', examples: ['ada@example.com'] }),
    projects: Type.Array(ExportedProject, { description: aboutProjects }),
    inbox: Type.Array(ExportedCard, { description: aboutInbox }),
  },
  {
    $id: 'Export',
    description:
      'All projects and cards of an account, as they were at one moment, without what is in the bin.',
  },
)
export type Export = Static<typeof Export>

const mostProjects = 10_000
const mostCards = 100_000
const createdAt = (what: string) => Type.Optional({ ...Time(`When the ${what} was created`), maxLength: 24 })

const SentCard = Type.Object(
  {
    text: Text(longestText, 'What the card says. If it is longer, it goes on in a card behind it.', 'Dig'),
    complete: Type.Optional(complete),
    created_at: createdAt('card'),
  },
  { description: 'A card that is to be imported.' },
)

const SentProject = Type.Object(
  {
    title: Text(longestTitle, 'The title of the project.', 'Garden'),
    created_at: createdAt('project'),
    statuses: Type.Array(
      Type.Object(
        {
          name: Type.String({ ...statusName, maxLength: longestTitle }),
          cards: Type.Array(SentCard, { maxItems: mostCards, description: aboutCards }),
        },
        { $id: 'SentStatus', description: 'A status of a project that is to be imported.' },
      ),
      { maxItems: mostProjects, description: aboutStatuses },
    ),
  },
  { $id: 'SentProject', description: 'A project that is to be imported.' },
)

/** The board of another program, of which we read what we need. */
const others = (description: string) =>
  Type.Optional(Type.Array(Type.Object({}), { maxItems: mostCards, description, examples: [[]] }))

export const ImportDocument = Type.Object(
  {
    format: Type.Optional(format),
    version: Type.Optional(version),
    projects: Type.Optional(Type.Array(SentProject, { maxItems: mostProjects, description: aboutProjects })),
    inbox: Type.Optional(Type.Array(SentCard, { maxItems: mostCards, description: aboutInbox })),
    name: Type.Optional(
      Type.String({ maxLength: 16_384, description: 'Of a Trello board: its name.', examples: ['Garden'] }),
    ),
    lists: others('Of a Trello board: its lists.'),
    cards: others('Of a Trello board: its cards.'),
    checklists: others('Of a Trello board: its checklists.'),
  },
  {
    $id: 'ImportDocument',
    description:
      'A document of `GET /api/export`: `format`, `version`, `projects` and `inbox`. Or the JSON of a Trello board, as Trello exports it.',
  },
)
export type ImportDocument = Static<typeof ImportDocument>

export const ImportQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to tell what would be made, and make nothing.',
      examples: [true],
    }),
  ),
  lists: Type.Optional(
    Type.String({
      maxLength: 16_384,
      description:
        'Which status the lists of the file become: pairs of a list and a status, with commas in between. A list that is not mentioned becomes the status of the same name, else the first.',
      examples: ['Backlog:To do,Review:Doing'],
    }),
  ),
  title: Type.Optional(
    Text(
      longestTitle,
      'The title of the project if the file does not say it, as those of Todoist do not.',
      'Garden',
    ),
  ),
})
export type ImportQuery = Static<typeof ImportQuery>

export const fileFormats = ['inboard', 'trello', 'todoist', 'ticktick', 'csv', 'markdown'] as const
export type FileFormat = (typeof fileFormats)[number]

const Count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })
const StatusName = (description: string) => Choice(statusNames, description, 'To do')

export const Imported = Type.Object(
  {
    projects: Count('How many projects were made.', 1),
    cards: Count('How many cards were made.', 5),
    format: Choice(fileFormats, 'What kind of file it was.', 'trello'),
    boards: Type.Array(
      Type.Object(
        {
          project_id: Type.Optional({ ...ProjectId, description: 'Its id; not of a dry run.' }),
          title: Type.String({ description: 'Its title.', examples: ['Garden'] }),
          statuses: Type.Array(
            Type.Object(
              {
                name: StatusName('The name of the status.'),
                cards: Count('How many cards were put there.', 4),
              },
              { $id: 'ImportedStatus', description: 'A status of a project that was imported.' },
            ),
            { description: 'Its statuses, in their order.' },
          ),
        },
        { $id: 'ImportedBoard', description: 'A project that was imported.' },
      ),
      { description: 'The projects, in their order.' },
    ),
    inbox: Type.Object(
      {
        cards: Count('How many cards were put there.', 1),
        card_ids: Type.Optional(
          Type.Array(CardId, { description: 'Their ids, in their order; not of a dry run.' }),
        ),
      },
      { description: 'What came to the end of the inbox.' },
    ),
    lists: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'The name of the list.', examples: ['Backlog'] }),
          status: StatusName('The name of the status that it became.'),
          cards: Count('How many cards it had.', 4),
        },
        { $id: 'ImportedList', description: 'A list of the file.' },
      ),
      {
        description:
          'The lists, sections or columns of the file, and what they became. Those of one name are one.',
      },
    ),
    left_out: Count(
      'How many entries of the file became no card: what was archived, templates, text that is no task.',
      2,
    ),
  },
  { $id: 'Imported', description: 'What an import made, or would make.' },
)
export type Imported = Static<typeof Imported>
