import { useRef } from 'preact/hooks'
import { openProjectActions } from '../dialogs/open.ts'
import { Icon } from '../icons.tsx'
import { keyOf } from '../state/columns.ts'
import { columnsOf, findProject, progress } from '../state/projects.ts'
import { ColumnView } from './column.tsx'
import { Loaded } from './loading.tsx'
import { ProjectTitle } from './project-title.tsx'
import { useDrag } from './use-drag.ts'

const hints = [
  'What is there to do? Type it below and press Enter.',
  'Drag what you are working on here, or press Shift and →.',
  'What is finished ends up here.',
]

export function BoardPage({ projectId }: { projectId: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const project = findProject(projectId)
  const { all, complete } = progress.value.get(projectId) ?? { all: 0, complete: 0 }
  const columns = columnsOf(projectId)
  useDrag(
    (drag) => scroller.current && drag.scrollWhileDragging(scroller.current, 'horizontal'),
    [projectId, columns.length],
  )
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
        <div class="columns" ref={scroller}>
          {columns.map((column, index) => (
            <ColumnView key={keyOf(column)} column={column}>
              <p>{hints[index]}</p>
            </ColumnView>
          ))}
        </div>
      </Loaded>
    </div>
  )
}
