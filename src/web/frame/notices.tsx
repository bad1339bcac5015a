import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { announcement, dismiss, notice } from '../state/notices.ts'

const lifetime = 8000

/** A press with the pointer leaves the focus where it is: a field that loses it would save what is typed. */
const leaveFocus = (event: Event) => event.preventDefault()

export function Notices() {
  const shown = notice.value
  const box = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  // Complaints stay until they are dismissed. Other messages go by themselves, but not from under a pointer or the focus.
  useLayoutEffect(() => {
    if (!shown || shown.bad) return
    const timer = setInterval(() => box.current?.matches(':hover, :focus-within') || dismiss(), lifetime)
    return () => clearInterval(timer)
  }, [shown])
  const leave = () => {
    const { current: before } = cameFrom
    if (box.current?.matches(':focus-within') && before instanceof HTMLElement) before.focus()
    dismiss()
  }
  return (
    <>
      <div class="sr" role="status">
        {announcement.value}
      </div>
      <div
        ref={box}
        class={shown ? 'notice' : 'sr'}
        onFocusIn={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) cameFrom.current = relatedTarget
        }}
      >
        {/* Both live regions exist before they have a text: one that is inserted with its text may not be read aloud. */}
        <p role="status">{shown && !shown.bad && <span key={shown.id}>{shown.text}</span>}</p>
        <p role="alert" class="bad">
          {shown?.bad && <span key={shown.id}>{shown.text}</span>}
        </p>
        {shown?.action && (
          <button
            type="button"
            class="link"
            onMouseDown={leaveFocus}
            onClick={() => {
              leave()
              shown.action?.run()
            }}
          >
            {shown.action.label}
          </button>
        )}
        {shown && (
          <button type="button" class="icon" aria-label="Dismiss" onMouseDown={leaveFocus} onClick={leave}>
            <Icon name="close" />
          </button>
        )}
      </div>
    </>
  )
}
