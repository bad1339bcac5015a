import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Calls back with a file dropped anywhere on the page. Returns whether one is being dragged over it. */
export function useDroppedFiles(onFile: (file: File | undefined) => void): boolean {
  const isOver = useSignal(false)
  const latest = useRef(onFile)
  latest.current = onFile
  useLayoutEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const hold = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      isOver.value = true
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isOver.value = false
    }
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return
      // Otherwise the browser would open the file in place of the app.
      event.preventDefault()
      isOver.value = false
      latest.current(event.dataTransfer?.files[0])
    }
    addEventListener('dragover', hold, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    return () => ending.abort()
  }, [])
  return isOver.value
}
