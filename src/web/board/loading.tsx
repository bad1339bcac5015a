import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { explain, isProblem } from '../api.ts'
import { follow } from '../route.ts'
import { isLoaded, load } from '../state/places.ts'

/** Shows the cards of a place once they are there, and as they are now whenever one comes back to it. */
export function Loaded({ projectId, children }: { projectId: string | null; children: ComponentChildren }) {
  const failure = useSignal<unknown>(undefined)
  const attempt = useSignal(0)
  useEffect(() => {
    failure.value = undefined
    let isCurrent = true
    load(projectId).catch((error) => {
      if (isCurrent) failure.value = error
    })
    return () => {
      isCurrent = false
    }
  }, [projectId, attempt.value])

  if (failure.value && isProblem(failure.value, 'not_found'))
    return (
      <div class="nothing">
        <h1>This project is not there</h1>
        <p class="quiet">It may have been deleted, or it belongs to another account.</p>
        <a href="/" onClick={follow}>
          Go to your inbox
        </a>
      </div>
    )
  if (isLoaded(projectId)) return children
  if (failure.value)
    return (
      <div class="nothing">
        <h1>Your cards could not be loaded</h1>
        <p class="quiet">{explain(failure.value)}</p>
        <button type="button" onClick={() => attempt.value++}>
          Try again
        </button>
      </div>
    )
  return <div class="nothing loading quiet">Loading…</div>
}
