import Type, { type Static } from 'typebox'
import { UserId } from './account.ts'
import { longestTitle } from './plain/limits.ts'
import { Id, Revision, Text, Time } from './values.ts'

export const ProjectId = Id('a project', '01a1dd4b-2842-7000-b798-25bc6374fed5')
export const StatusId = Id('a status', '01a1dd4b-2842-7002-8c1e-0b6f3f1d9a47')

export const Project = Type.Object(
  {
    id: ProjectId,
    owner_id: UserId,
    title: Type.String({ description: 'The title of the project.', examples: ['Garden'] }),
    card_count: Type.Integer({ minimum: 0, description: 'How many cards the project has.', examples: [3] }),
    completed_card_count: Type.Integer({
      minimum: 0,
      description: 'How many of them are complete.',
      examples: [1],
    }),
    created_at: Time('When the project was created'),
    updated_at: Time('When the project was last renamed or restored'),
    revision: Revision,
  },
  { $id: 'Project', description: 'A project: a board with three columns, which are its statuses.' },
)
export type Project = Static<typeof Project>

export const ProjectEnvelope = Type.Object(
  { project: Project },
  { $id: 'ProjectEnvelope', description: 'One project.' },
)
export const ProjectList = Type.Object(
  {
    projects: Type.Array(Project, { description: 'The projects, in the order in which they were created.' }),
  },
  { $id: 'ProjectList', description: 'All projects of the caller.' },
)

export const ProjectTitle = Type.Object(
  { title: Text(longestTitle, 'The title of the project.', 'Garden') },
  { $id: 'ProjectTitle', description: 'The title of a project, its only editable member.' },
)

export const Status = Type.Object(
  {
    id: StatusId,
    project_id: ProjectId,
    name: Type.String({ description: 'The name of the status.', examples: ['To do'] }),
    position: Type.Integer({
      minimum: 0,
      description: 'The rank of the status in its project. The first has 0.',
      examples: [0],
    }),
  },
  { $id: 'Status', description: 'A status of a project: one column of its board.' },
)
export type Status = Static<typeof Status>

export const StatusList = Type.Object(
  { statuses: Type.Array(Status, { description: 'The statuses, in their order on the board.' }) },
  { $id: 'StatusList', description: 'The statuses of a project.' },
)
