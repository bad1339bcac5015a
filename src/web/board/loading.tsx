import type { ComponentChildren } from 'preact'
import { explain } from '../api.ts'
import { follow } from '../route.ts'
import { findProject, projects } from '../state/projects.ts'
import { look } from '../sync/bells.ts'
import { loadFailure } from '../sync/follow.ts'

/** Shows a project or the inbox once the account is known. */
export function Loaded({ projectId, children }: { projectId: string | null; children: ComponentChildren }) {
  if (projects.value === undefined) return loadFailure.value ? <Failure /> : <Waiting />
  if (projectId === null || findProject(projectId)) return children
  return (
    <div class="nothing">
      <h1>This project is not there</h1>
      <p class="quiet">It may have been deleted, or it belongs to another account.</p>
      <a href="/" onClick={follow}>
        Go to your inbox
      </a>
    </div>
  )
}

const Waiting = () => <div class="nothing loading quiet">Loading…</div>

const Failure = () => (
  <div class="nothing">
    <h1>Your cards could not be loaded</h1>
    <p class="quiet">{explain(loadFailure.value)}</p>
    <button
      type="button"
      onClick={() => {
        loadFailure.value = undefined
        look.ring()
      }}
    >
      Try again
    </button>
  </div>
)
