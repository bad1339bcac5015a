import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { explain } from './api.ts'
import { Icon } from './icons.tsx'

export interface Notice {
  text: string
  bad?: boolean
  action?: { label: string; run: () => unknown }
}

const shown = signal<(Notice & { id: number }) | undefined>()
const announced = signal('')
let count = 0

/** One at a time: what happened last is what a person wants to undo or try again. */
export function notify(notice: Notice): void {
  shown.value = { ...notice, id: ++count }
}

export const complain = (error: unknown, what: string, retry?: () => unknown) =>
  notify({
    text: `${what} ${explain(error)}`,
    bad: true,
    ...(retry && { action: { label: 'Try again', run: retry } }),
  })

/** For those who do not see it happen. */
export function announce(text: string): void {
  // The same words again would not be read again.
  announced.value = announced.value === text ? `${text}\u00a0` : text
}

export const dismiss = () => {
  shown.value = undefined
}

export function Notices() {
  const notice = shown.value
  const box = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  // A message that calls for a decision stays until it is made, and any other while somebody reaches for it.
  useLayoutEffect(() => {
    if (!notice || notice.bad) return
    const timer = setInterval(() => box.current?.matches(':hover, :focus-within') || dismiss(), 8000)
    return () => clearInterval(timer)
  }, [notice])
  const leave = () => {
    const { current: before } = cameFrom
    if (box.current?.matches(':focus-within') && before instanceof HTMLElement) before.focus()
    dismiss()
  }
  return (
    <>
      <div class="sr" role="status">
        {announced.value}
      </div>
      <div
        ref={box}
        class={notice ? 'notice' : 'sr'}
        onFocusIn={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) cameFrom.current = relatedTarget
        }}
      >
        {/* Both are there before they are filled: what appears together with its words may not be read. */}
        <p role="status">{notice && !notice.bad && <span key={notice.id}>{notice.text}</span>}</p>
        <p role="alert" class="bad">
          {notice?.bad && <span key={notice.id}>{notice.text}</span>}
        </p>
        {notice?.action && (
          <button
            type="button"
            class="link"
            onClick={() => {
              leave()
              notice.action?.run()
            }}
          >
            {notice.action.label}
          </button>
        )}
        {notice && (
          <button type="button" class="icon" aria-label="Dismiss" onClick={leave}>
            <Icon name="close" />
          </button>
        )}
      </div>
    </>
  )
}
