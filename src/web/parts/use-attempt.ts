import { useSignal } from '@preact/signals'

/** Runs one request at a time and keeps its error. */
export function useAttempt() {
  const busy = useSignal(false)
  const trouble = useSignal<unknown>(undefined)
  async function attempt(work: () => Promise<unknown>): Promise<void> {
    if (busy.value) return
    busy.value = true
    trouble.value = undefined
    try {
      await work()
    } catch (error) {
      trouble.value = error
    } finally {
      busy.value = false
    }
  }
  return { busy: busy.value, trouble: trouble.value, attempt }
}
