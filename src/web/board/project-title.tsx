import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { longestTitle } from '../../contract/plain/limits.ts'
import type { Project } from '../../contract/project.ts'
import { renameProject } from '../actions/projects.ts'
import { isComposing } from '../device/keys.ts'
import { go, pathTo } from '../navigation/route.ts'
import { beforeDraft, discard, draft, hasDraft, isMisfit, titleDraft, write } from '../state/drafts.ts'

/** The project whose title is being edited, on its page. */
export const renaming = signal<string | undefined>()

export function startRenaming(id: string | undefined): void {
  if (id) go(pathTo(id))
  renaming.value = id
}

export function ProjectTitle({ project }: { project: Project }) {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const name = titleDraft(project.id)
  const isRenamed = renaming.value === project.id
  /** The title that the person saw when they began. */
  const before = useRef(project.title)
  // Before the next key, which would otherwise be a shortcut.
  useLayoutEffect(() => {
    before.current = (hasDraft(name) && beforeDraft(name)) || project.title
    field.current?.focus()
    field.current?.select()
  }, [isRenamed])
  useLayoutEffect(() => () => stop(), [])

  const stop = () => {
    if (renaming.value === project.id) renaming.value = undefined
  }
  const cancel = () => {
    stop()
    discard(name)
  }
  const save = async () => {
    // Closing the field blurs it, which calls this again. So does leaving the page, which must not save.
    if (renaming.value !== project.id || !field.current) return
    const title = field.current.value.trim()
    if (isMisfit([title], longestTitle, { name })) return
    stop()
    if (title && title !== project.title && title !== before.current)
      await renameProject(project.id, title, before.current)
    discard(name)
  }
  if (!isRenamed)
    return (
      <h1>
        <button
          type="button"
          ref={button}
          class="title"
          title="Rename"
          dir="auto"
          onClick={() => startRenaming(project.id)}
        >
          {project.title}
        </button>
      </h1>
    )
  return (
    <h1>
      <input
        ref={field}
        class="title"
        dir="auto"
        aria-label="Project name"
        enterkeyhint="done"
        defaultValue={hasDraft(name) ? draft(name) : project.title}
        onInput={({ currentTarget }) => write(name, currentTarget.value, { before: before.current })}
        onBlur={save}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') save()
          else if (event.key === 'Escape') cancel()
          else return
          requestAnimationFrame(() => button.current?.focus())
        }}
      />
    </h1>
  )
}
