import { useRef } from 'preact/hooks'
import { openProjectActions } from '../dialogs/open.ts'
import { Icon } from '../icons.tsx'
import { keyOf } from '../state/columns.ts'
import { findProject, placesOf, progress } from '../state/places.ts'
import { Column } from './column.tsx'
import { Loaded } from './loading.tsx'
import { ProjectTitle } from './project-title.tsx'
import { useDrag } from './use-drag.ts'

const hints = [
  'What is there to do? Type it below and press Enter.',
  'Drag what you are working on here, or press Shift and →.',
  'What is finished ends up here.',
]

export function BoardPage({ projectId }: { projectId: string }) {
  const columns = useRef<HTMLDivElement>(null)
  const project = findProject(projectId)
  const { all, complete } = progress.value.get(projectId) ?? { all: 0, complete: 0 }
  const places = placesOf(projectId)
  useDrag(
    (drag) => columns.current && drag.scrollWhileDragging(columns.current, 'horizontal'),
    [projectId, places.length],
  )
  return (
    <div class="board">
      {/* Its place is kept before its words are there, so that nothing jumps. */}
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
        <div class="columns" ref={columns}>
          {places.map((place, index) => (
            <Column key={keyOf(place)} place={place}>
              <p>{hints[index]}</p>
            </Column>
          ))}
        </div>
      </Loaded>
    </div>
  )
}
