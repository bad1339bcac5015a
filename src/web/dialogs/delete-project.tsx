import { deleteProject } from '../actions/projects.ts'
import { findProject, progress } from '../state/projects.ts'
import { shownProject } from '../state/shown.ts'
import { Dialog } from './dialog.tsx'
import { close } from './open.ts'

export function DeleteProject() {
  const project = shownProject.value ? findProject(shownProject.value) : undefined
  if (!project) return null
  const { all } = progress.value.get(project.id) ?? { all: 0 }
  const cards =
    all === 0 ? 'It has no cards.' : all === 1 ? 'Its one card goes with it.' : `Its ${all} cards go with it.`
  const confirm = () => {
    close()
    deleteProject(project.id)
  }
  return (
    <Dialog label={`Delete ${project.title}?`} name="question">
      <h2>
        Delete “<bdi>{project.title}</bdi>”?
      </h2>
      <p>{cards} You can bring it back from the bin.</p>
      <div class="choices">
        <button type="button" onClick={close}>
          Keep it
        </button>
        <button type="button" class="danger" onClick={confirm}>
          Delete project
        </button>
      </div>
    </Dialog>
  )
}
