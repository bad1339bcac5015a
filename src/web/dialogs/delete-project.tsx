import { deleteProject } from '../actions/projects.ts'
import { count, isolated } from '../model/wording.ts'
import { findProject, progress } from '../state/projects.ts'
import { chosenProject } from '../state/selection.ts'
import { useClosedWithout } from './dialog.tsx'
import { Question } from './question.tsx'

export function DeleteProject() {
  const project = findProject(chosenProject.value ?? '')
  useClosedWithout(() => findProject(chosenProject.value ?? '') !== undefined)
  if (!project) return null
  const { all } = progress.value.get(project.id) ?? { all: 0 }
  const [cards, what] =
    all === 0
      ? ['It has no cards.', 'it']
      : all === 1
        ? ['Its card will be deleted too.', 'both']
        : [`Its ${count(all)} cards will be deleted too.`, 'them all']
  return (
    <Question
      title={`Delete “${isolated(project.title)}”?`}
      keep="Cancel"
      confirm="Delete project"
      onConfirm={() => deleteProject(project.id)}
    >
      {cards} You can restore {what} from the bin.
    </Question>
  )
}
