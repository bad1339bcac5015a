import { deleteProject } from '../actions/projects.ts'
import { findProject, progress } from '../state/projects.ts'
import { shownProject } from '../state/shown.ts'
import { isolated } from '../state/wording.ts'
import { Question } from './question.tsx'

export function DeleteProject() {
  const project = shownProject.value ? findProject(shownProject.value) : undefined
  if (!project) return null
  const { all } = progress.value.get(project.id) ?? { all: 0 }
  const cards =
    all === 0 ? 'It has no cards.' : all === 1 ? 'Its one card goes with it.' : `Its ${all} cards go with it.`
  return (
    <Question
      title={`Delete “${isolated(project.title)}”?`}
      keep="Keep it"
      confirm="Delete project"
      onConfirm={() => deleteProject(project.id)}
    >
      {cards} You can bring it back from the bin.
    </Question>
  )
}
