import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
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
  // A message that calls for a decision stays until it is made.
  useEffect(() => {
    if (!notice || notice.bad) return
    const timer = setTimeout(dismiss, 8000)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <>
      <div class="sr" role="status">
        {announced.value}
      </div>
      <div class="notices" role={notice?.bad ? 'alert' : 'status'}>
        {notice && (
          <div class={notice.bad ? 'notice bad' : 'notice'} key={notice.id}>
            <span>{notice.text}</span>
            {notice.action && (
              <button
                type="button"
                class="link"
                onClick={() => {
                  dismiss()
                  notice.action?.run()
                }}
              >
                {notice.action.label}
              </button>
            )}
            <button type="button" class="icon" aria-label="Dismiss" onClick={dismiss}>
              <Icon name="close" />
            </button>
          </div>
        )}
      </div>
    </>
  )
}
