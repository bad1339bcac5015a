import { inUnsent, isAway, unsentChanges } from '../outbox/status.ts'
import { Trouble, useAttempt } from '../parts/field.tsx'
import { api } from '../session/api.ts'
import { announce } from '../state/notices.ts'

/** A large account takes a while to arrive. */
const timeout = 5 * 60_000

export function ExportAccount() {
  const { busy, trouble, attempt } = useAttempt()
  const waiting = unsentChanges.value
  async function save() {
    let name = 'inboard.json'
    const onAnswer = (headers: Headers) => {
      name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? name
    }
    const everything = await api.exportAccount({}, { timeout, onAnswer })
    saveAs(name, JSON.stringify(everything, null, 2))
    announce(`Exported as ${name}.`)
  }
  return (
    <>
      <p class="quiet">
        Save all your projects and cards as one file, to keep it or to import it elsewhere. The bin is not in
        it.
      </p>
      <button
        type="button"
        aria-disabled={busy || isAway.value}
        onClick={() => isAway.value || attempt(save)}
      >
        {busy ? 'Exporting…' : 'Export'}
      </button>
      {waiting > 0 && <p class="quiet">{inUnsent(waiting)} won’t be in the file.</p>}
      <Trouble of={trouble} />
    </>
  )
}

function saveAs(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  // Not at once: some browsers begin to read it only after this.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
