import { useSignal, useSignalEffect } from '@preact/signals'
import { isConnected } from '../sync/follow.ts'
import { isKept } from '../sync/kept.ts'

const patience = 3000

/** Says that the server is out of reach, once it has been for a while: connections come and go. */
export function Connection() {
  const isAway = useSignal(false)
  useSignalEffect(() => {
    if (isConnected.value !== false) {
      isAway.value = false
      return
    }
    const timer = setTimeout(() => {
      isAway.value = true
    }, patience)
    return () => clearTimeout(timer)
  })
  if (!isAway.value) return null
  return (
    <p class="strip" role="status">
      {isKept.value
        ? 'Offline. What you do is kept on this device, and sent when the server can be reached.'
        : 'The server cannot be reached. What you do now is lost when you leave this page.'}
    </p>
  )
}
