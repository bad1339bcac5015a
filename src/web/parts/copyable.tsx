import { useSignal } from '@preact/signals'
import { Button } from './icons.tsx'

/** Text with a button that copies it. */
export function Copyable({ name, text }: { name: string; text: string }) {
  const outcome = useSignal('')
  async function copy() {
    outcome.value = ''
    try {
      await navigator.clipboard.writeText(text)
      outcome.value = 'Copied.'
    } catch {
      outcome.value = 'The browser did not allow it to be copied. Select the text and copy it.'
    }
  }
  return (
    <>
      <code>{text}</code>
      <div class="bar choices">
        <Button onClick={copy}>Copy {name}</Button>
        <p class="outcome quiet" role="status">
          {outcome.value}
        </p>
      </div>
    </>
  )
}
