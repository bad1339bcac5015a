import { effect } from '@preact/signals'
import { stored } from '../device/stored.ts'
import { open } from '../dialogs/open.ts'
import { complaints, dismiss, notify } from '../state/notices.ts'
import { type Keeping, keeping } from '../sync/disk.ts'

const isTold = stored('told-unkept', false)

type Trouble = Exclude<Keeping, 'kept' | 'never'>

const troubles: Record<Trouble, string> = {
  full: 'This device is full. Your changes are only kept once the server has them.',
  lost: 'This browser has stopped keeping your changes. They are only kept once the server has them.',
  outdated:
    'A newer version of Inboard is open in another tab. Reload this page to use it: your changes are kept.',
}

const isTrouble = (now: Keeping): now is Trouble => now in troubles

/** Reports when this browser stops storing changes, and when it can again. Returns a function that stops it. */
export function tellUnkept(): () => void {
  let before: Keeping = 'kept'
  return effect(() => {
    const now = keeping.value
    const why = { label: 'Why?', run: () => open('outbox') }
    if (now === 'kept' && isTrouble(before)) {
      const told = troubles[before]
      for (const one of complaints.peek()) if (one.text === told) dismiss(one)
      notify({ text: 'Your changes are kept on this device again.' })
    }
    if (isTrouble(now) && now !== before)
      notify({
        text: troubles[now],
        bad: true,
        action: now === 'outdated' ? { label: 'Reload', run: () => location.reload() } : why,
      })
    // Said only once, since it is the same at every visit.
    if (now === 'never' && !isTold.peek()) {
      isTold.value = true
      notify({ text: 'Here your changes are only kept once the server has them.', action: why })
    }
    before = now
  })
}
