import type { Static } from 'typebox'
import { UserId } from './account.ts'
import { longestTitle } from './plain/limits.ts'
import { Id, List, Named, Natural, Revision, Text, Time, Words } from './values.ts'

export const ProjectId = Id('a project', '01a1dd4b-2842-7000-b798-25bc6374fed5')
export const StatusId = Id('a status', '01a1dd4b-2842-7002-8c1e-0b6f3f1d9a47')

export const Project = Named('Project', 'A project: a board with three columns, which are its statuses.', {
  id: ProjectId,
  owner_id: UserId,
  title: Words('The title of the project.', 'Garden'),
  card_count: Natural('How many cards the project has.', 3),
  completed_card_count: Natural('How many of them are complete.', 1),
  created_at: Time('When the project was created'),
  updated_at: Time('When the project was last renamed or restored'),
  revision: Revision,
})
export type Project = Static<typeof Project>

export const ProjectEnvelope = Named('ProjectEnvelope', 'One project.', { project: Project })
export const ProjectList = Named('ProjectList', 'All projects of the caller.', {
  projects: List(Project, 'The projects, in the order in which they were created.'),
})

export const ProjectTitle = Named('ProjectTitle', 'The title of a project, its only editable member.', {
  title: Text(longestTitle, 'The title of the project.', 'Garden'),
})

export const Status = Named('Status', 'A status of a project: one column of its board.', {
  id: StatusId,
  project_id: ProjectId,
  name: Words('The name of the status.', 'To do'),
  position: Natural('The rank of the status in its project. The first has 0.', 0),
})
export type Status = Static<typeof Status>

export const StatusList = Named('StatusList', 'The statuses of a project.', {
  statuses: List(Status, 'The statuses, in their order on the board.'),
})
