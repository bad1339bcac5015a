import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { longestTitle } from '../../contract/plain/limits.ts'
import { addProject } from '../actions/projects.ts'
import { hasKeyboard } from '../device/touch.ts'
import { Icon } from '../parts/icons.tsx'
import { draft, handOver, isMisfit, newProjectDraft, write } from '../state/drafts.ts'
import { closeDrawer, openDrawer } from '../state/drawer.ts'
import { onceDrawn } from '../state/focus.ts'
import { columnsOf } from '../state/projects.ts'
import { composerId } from './composer.tsx'

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

async function create(title: string): Promise<void> {
  if (isMisfit([title], longestTitle, { name: newProjectDraft })) return
  stop()
  closeDrawer()
  await handOver(newProjectDraft, async (id) => composeIn(await addProject(title, id)))
}

/** Focuses the first column's field. Not on a touch screen, where the keyboard would pop up. */
function composeIn(projectId: string): void {
  const [first] = columnsOf(projectId)
  if (!first || !hasKeyboard.value) return
  onceDrawn(
    () => document.getElementById(composerId(first)),
    (field) => field.focus(),
  )
}

export function NewProject() {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const title = draft(newProjectDraft)
  useLayoutEffect(() => {
    if (isNaming.value) field.current?.focus()
  }, [isNaming.value])

  if (!isNaming.value)
    return (
      <button type="button" ref={button} class="bar row" onClick={startProject}>
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
        // Reads the draft itself: a second Enter may come before the emptied field is rendered.
        const typed = draft(newProjectDraft).trim()
        if (typed) create(typed)
      }}
    >
      <input
        ref={field}
        dir="auto"
        aria-label="Name of the new project"
        enterkeyhint="done"
        placeholder="Project name"
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
