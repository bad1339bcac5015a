import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Project } from '../../contract/project.ts'
import { renameProject } from '../state/projects.ts'

/** True while the title on the page is being edited. */
export const renaming = signal(false)

export const startRenaming = () => {
  renaming.value = true
}

export function ProjectTitle({ project }: { project: Project }) {
  const field = useRef<HTMLInputElement>(null)
  const isRenamed = renaming.value
  useEffect(() => field.current?.select(), [isRenamed])
  useEffect(() => () => stop(), [])

  const stop = () => {
    renaming.value = false
  }
  const save = async () => {
    const title = field.current?.value.trim() ?? ''
    if (!renaming.value) return
    if (!title || title === project.title) stop()
    else {
      stop()
      // What was typed is not lost: it can be mended, or sent again.
      if (!(await renameProject(project.id, title))) {
        startRenaming()
        requestAnimationFrame(() => {
          if (field.current) field.current.value = title
        })
      }
    }
  }
  if (!isRenamed)
    return (
      <h1>
        <button type="button" class="title" title="Rename" onClick={startRenaming}>
          {project.title}
        </button>
      </h1>
    )
  return (
    <h1>
      <input
        ref={field}
        class="title"
        aria-label="Project name"
        maxLength={200}
        defaultValue={project.title}
        onBlur={save}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') save()
          if (event.key === 'Escape') stop()
        }}
      />
    </h1>
  )
}
