import { useRef } from 'preact/hooks'
import { openProjectActions } from '../dialogs/open.ts'
import { Icon } from '../icons.tsx'
import { keyOf } from '../state/columns.ts'
import { columnsOf, findProject, progress } from '../state/projects.ts'
import { ColumnView } from './column.tsx'
import { Loaded } from './loading.tsx'
import { ProjectTitle } from './project-title.tsx'
import { useDrag } from './use-drag.ts'
import { usePlace } from './use-place.ts'

const hints = [
  <>
    What is there to do? Type it below<span class="by-key"> and press Enter</span>.
  </>,
  <>
    Drag what you are working on here<span class="by-key">, or press Shift and →</span>.
  </>,
  'What is finished ends up here.',
]

export function BoardPage({ projectId }: { projectId: string }) {
  const project = findProject(projectId)
  const { all, complete } = progress.value.get(projectId) ?? { all: 0, complete: 0 }
  return (
    <div class="board">
      {/* Drawn while it is still empty, so that nothing jumps when the project is loaded. */}
      <header class="head">
        {project && (
          <>
            <ProjectTitle key={projectId} project={project} />
            {all > 0 && (
              <span class="quiet small">
                {complete} of {all} complete
              </span>
            )}
            <button type="button" class="icon" aria-label="Project actions" onClick={openProjectActions}>
              <Icon name="more" />
            </button>
          </>
        )}
      </header>
      <Loaded projectId={projectId}>
        <Columns projectId={projectId} />
      </Loaded>
    </div>
  )
}

function Columns({ projectId }: { projectId: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  useDrag((drag) => scroller.current && drag.scrollWhileDragging(scroller.current, 'horizontal'), [])
  usePlace(scroller, projectId)
  return (
    <div class="columns" ref={scroller}>
      {columnsOf(projectId).map((column, index) => (
        <ColumnView key={keyOf(column)} column={column}>
          <p>{hints[index]}</p>
        </ColumnView>
      ))}
    </div>
  )
}
