import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { addProject } from '../actions/projects.ts'
import { Icon } from '../icons.tsx'
import { draft, newProjectDraft, write } from '../state/drafts.ts'
import { closeDrawer, openDrawer } from './drawer.ts'

const isNaming = signal(false)
let focusedBefore: Element | null

export const startProject = () => {
  focusedBefore = document.activeElement
  openDrawer()
  isNaming.value = true
}

export function NewProject() {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isBusy = useRef(false)
  const title = draft(newProjectDraft).value
  useLayoutEffect(() => {
    if (isNaming.value) field.current?.focus()
  }, [isNaming.value])

  if (!isNaming.value)
    return (
      <button type="button" ref={button} class="row" onClick={startProject}>
        <Icon name="plus" />
        <span class="name">New project</span>
      </button>
    )
  const stop = () => {
    isNaming.value = false
  }
  const giveUp = () => {
    stop()
    requestAnimationFrame(() => {
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus()
      if (document.activeElement === document.body) button.current?.focus()
    })
  }
  const create = async (event: Event) => {
    event.preventDefault()
    if (!title.trim() || isBusy.current) return
    isBusy.current = true
    const isThere = await addProject(title.trim())
    isBusy.current = false
    if (isThere) {
      write(newProjectDraft, '')
      stop()
      closeDrawer()
    }
  }
  return (
    <form onSubmit={create}>
      <input
        ref={field}
        aria-label="Name of the new project"
        placeholder="Name it, press Enter"
        value={title}
        onInput={({ currentTarget }) => write(newProjectDraft, currentTarget.value)}
        onBlur={() => !title && stop()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // The drawer stays.
          event.stopPropagation()
          giveUp()
        }}
      />
    </form>
  )
}
