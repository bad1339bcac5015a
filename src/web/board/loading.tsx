import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { explain, isProblem } from '../api.ts'
import { follow } from '../route.ts'
import { ensureProjects, load } from '../state/load.ts'
import { isLoaded, projects } from '../state/projects.ts'

/** Loads the cards of a project or of the inbox each time its page is opened, and shows it once they are there. */
export function Loaded({ projectId, children }: { projectId: string | null; children: ComponentChildren }) {
  const failure = useSignal<unknown>(undefined)
  const isLoading = useSignal(true)
  const attempt = useSignal(0)
  useLayoutEffect(() => {
    let isCurrent = true
    const end = (error?: unknown) => {
      if (!isCurrent) return
      failure.value = error
      isLoading.value = false
    }
    isLoading.value = true
    Promise.all([load(projectId), ensureProjects()]).then(() => end(), end)
    return () => {
      isCurrent = false
    }
  }, [projectId, attempt.value])

  const isGone = isProblem(failure.value, 'not_found')
  if (isLoaded(projectId) && projects.value && !isGone) return children
  if (isLoading.value) return <div class="nothing loading quiet">Loading…</div>
  // A project that was loaded and then deleted elsewhere has no failure to explain.
  if (isGone || !failure.value)
    return (
      <div class="nothing">
        <h1>This project is not there</h1>
        <p class="quiet">It may have been deleted, or it belongs to another account.</p>
        <a href="/" onClick={follow}>
          Go to your inbox
        </a>
      </div>
    )
  return (
    <div class="nothing">
      <h1>Your cards could not be loaded</h1>
      <p class="quiet">{explain(failure.value)}</p>
      <button type="button" onClick={() => attempt.value++}>
        Try again
      </button>
    </div>
  )
}
