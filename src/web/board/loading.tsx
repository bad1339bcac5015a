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

interface AccountProps {
  projectId?: string | null
  children: ComponentChildren
}

/** Shows its children once the account is loaded. */
export function Account({ projectId = null, children }: AccountProps) {
  if (projects.value) return children
  if (loadFailure.value) return <Failure as={projectId === null ? 'h2' : 'h1'} />
  return <div class="empty loading">Loading…</div>
}

/** Shows a project or the inbox once the account is loaded, and what draws its cards. */
export const Loaded = (props: AccountProps) => (
  <Account {...props}>
    <Drawn {...props} />
  </Account>
)

function Drawn({ projectId = null, children }: AccountProps) {
  const isDrawn = useRef(false)
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
