import Type, { type Static } from 'typebox'
import { Id, Text, Time } from './values.ts'

export const Project = Type.Object(
  {
    id: Id,
    owner_id: Id,
    title: Type.String(),
    card_count: Type.Integer({ minimum: 0 }),
    completed_card_count: Type.Integer({ minimum: 0 }),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'Project', additionalProperties: false },
)
export type Project = Static<typeof Project>

export const ProjectEnvelope = Type.Object(
  { project: Project },
  { $id: 'ProjectEnvelope', additionalProperties: false },
)
export const ProjectList = Type.Object(
  { projects: Type.Array(Project) },
  { $id: 'ProjectList', additionalProperties: false },
)

export const ProjectTitle = Type.Object(
  { title: Text(200, 'The only thing about a project that can be edited') },
  { $id: 'ProjectTitle' },
)

export const Status = Type.Object(
  { id: Id, project_id: Id, name: Type.String(), position: Type.Integer({ minimum: 0 }) },
  { $id: 'Status', additionalProperties: false },
)
export type Status = Static<typeof Status>

export const StatusList = Type.Object(
  { statuses: Type.Array(Status) },
  { $id: 'StatusList', additionalProperties: false },
)
