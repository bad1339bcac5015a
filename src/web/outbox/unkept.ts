import { effect } from '@preact/signals'
import { open } from '../dialogs/open.ts'
import { complaints, dismiss, notify } from '../state/notices.ts'
import { stored } from '../stored.ts'
import { type Keeping, keeping } from '../sync/disk.ts'

const isTold = stored('told-unkept', false)

type Trouble = Exclude<Keeping, 'kept' | 'never'>

const troubles: Record<Trouble, string> = {
  full: 'This device is full. Until there is room, your changes are only kept once the server has them.',
  lost: 'This browser has stopped keeping your changes. Until it can, they are only kept once the server has them.',
  outdated: 'A newer version of Inboard is open in another tab. Reload this page to keep your changes here.',
}

const isTrouble = (now: Keeping): now is Trouble => now in troubles

/** Says when this browser cannot keep anything on this device, and when it can again. Returns a way to stop it. */
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
    // It is so at every visit.
    if (now === 'never' && !isTold.peek()) {
      isTold.value = true
      notify({ text: 'Here your changes are only kept once the server has them.', action: why })
    }
    before = now
  })
}
