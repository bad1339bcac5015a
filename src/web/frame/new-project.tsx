import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { draft, write } from '../drafts.ts'
import { Icon } from '../icons.tsx'
import { addProject } from '../state/projects.ts'
import { drawer } from './drawer.ts'

const isNaming = signal(false)

export const startProject = () => {
  drawer.value = true
  isNaming.value = true
}

export function NewProject() {
  const field = useRef<HTMLInputElement>(null)
  const title = draft('project').value
  useEffect(() => {
    if (isNaming.value) field.current?.focus()
  }, [isNaming.value])

  if (!isNaming.value)
    return (
      <button type="button" class="row" onClick={startProject}>
        <Icon name="plus" />
        <span class="name">New project</span>
      </button>
    )
  const stop = () => {
    isNaming.value = false
  }
  const create = async (event: Event) => {
    event.preventDefault()
    if (!title.trim()) return
    if (await addProject(title.trim())) {
      write('project', '')
      stop()
      drawer.value = false
    }
  }
  return (
    <form onSubmit={create}>
      <input
        ref={field}
        aria-label="Name of the new project"
        placeholder="Name it, press Enter"
        maxLength={200}
        value={title}
        onInput={({ currentTarget }) => write('project', currentTarget.value)}
        onBlur={() => !title && stop()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') stop()
        }}
      />
    </form>
  )
}
