import { effect } from '@preact/signals'
import { open } from '../dialogs/open.ts'
import { notify } from '../state/notices.ts'
import { stored } from '../stored.ts'
import { isKept } from '../sync/kept.ts'

const isTold = stored('told-unkept', false)

/** Says once where this browser keeps nothing on this device. Returns a way to stop it. */
export const tellUnkept = () =>
  effect(() => {
    if (isKept.value || isTold.peek()) return
    isTold.value = true
    notify({
      text: 'Here your changes are only kept once the server has them.',
      action: { label: 'Why?', run: () => open('outbox') },
    })
  })
