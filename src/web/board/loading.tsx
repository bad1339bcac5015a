import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { base } from '../device/base.ts'
import { follow } from '../navigation/route.ts'
import { Button } from '../parts/icons.tsx'
import { Empty } from '../parts/page-head.tsx'
import { explain } from '../session/api.ts'
import { findProject, projects } from '../state/projects.ts'
import { loadFailure } from '../sync/follow.ts'
import { look } from '../sync/signals.ts'
import { canDrawCards, loadRich } from './card-text.tsx'

/** Shows a project or the inbox once the account is loaded. */
export function Loaded({ projectId, children }: { projectId: string | null; children: ComponentChildren }) {
  const isDrawn = useRef(false)
  if (projects.value === undefined)
    return loadFailure.value ? <Failure as={projectId === null ? 'h2' : 'h1'} /> : <Waiting />
  isDrawn.current ||= canDrawCards.value
  if (!isDrawn.current) {
    loadRich()
    return null
  }
  if (projectId === null || findProject(projectId)) return children
  return (
    <Empty as="h1" title="Project not found">
      It may have been deleted, or it belongs to another account.
      <a href={base} onClick={follow}>
        Go to your inbox
      </a>
    </Empty>
  )
}

const Waiting = () => <div class="empty loading">Loading…</div>

/** Below the heading of the inbox; the name of a project is not known either. */
const Failure = ({ as }: { as: 'h1' | 'h2' }) => (
  <Empty as={as} title="Your cards could not be loaded">
    {explain(loadFailure.value)}
    <Button
      onClick={() => {
        loadFailure.value = undefined
        look.fire()
      }}
    >
      Try again
    </Button>
  </Empty>
)
