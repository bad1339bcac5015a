import { useLayoutEffect } from 'preact/hooks'
import { loadLater, loadNewVersion, newVersion } from '../device/update.ts'
import { announce } from '../state/notices.ts'

const sentence = 'Inboard has been updated. Reload to use the new version.'

export const UpdateOffer = () => (newVersion.value ? <Offer /> : null)

function Offer() {
  useLayoutEffect(() => announce(sentence), [])
  const later = () => {
    document.activeElement?.closest('main')?.focus()
    loadLater()
  }
  return (
    <section class="update-offer" aria-label="Update">
      <p>{sentence}</p>
      <div>
        <button type="button" class="link" onClick={loadNewVersion}>
          Reload
        </button>
        <button type="button" class="link" onClick={later}>
          Later
        </button>
      </div>
    </section>
  )
}
