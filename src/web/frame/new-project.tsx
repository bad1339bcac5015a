import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { addProject } from '../actions/projects.ts'
import { Icon } from '../icons.tsx'
import { draft, hasDraft, newProjectDraft, write } from '../state/drafts.ts'
import { isTyping } from '../state/focus.ts'
import { closeDrawer, openDrawer } from './drawer.ts'

const isNaming = signal(false)
let focusedBefore: Element | null

export const startProject = () => {
  focusedBefore = document.activeElement
  openDrawer()
  isNaming.value = true
}

const stop = () => {
  isNaming.value = false
}

/** Opens the new project at once. If it cannot be created, its name goes back into the field. */
async function create(title: string): Promise<void> {
  if (draft(newProjectDraft).value.trim() === title) write(newProjectDraft, '')
  stop()
  closeDrawer()
  const isThere = await addProject(title, () => create(title))
  if (isThere || hasDraft(newProjectDraft)) return
  write(newProjectDraft, title)
  // In the next frame: going back to the page before closes the drawer.
  if (!isTyping(document.activeElement)) requestAnimationFrame(startProject)
}

export function NewProject() {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
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
  const giveUp = () => {
    stop()
    requestAnimationFrame(() => {
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus()
      if (document.activeElement === document.body) button.current?.focus()
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // Reads the draft itself: a second Enter may come before the emptied field is drawn.
        const typed = draft(newProjectDraft).value.trim()
        if (typed) create(typed)
      }}
    >
      <input
        ref={field}
        aria-label="Name of the new project"
        placeholder="Name it, press Enter"
        value={title}
        onInput={({ currentTarget }) => write(newProjectDraft, currentTarget.value)}
        onBlur={() => !title && stop()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Keeps the drawer open.
          event.stopPropagation()
          giveUp()
        }}
      />
    </form>
  )
}
