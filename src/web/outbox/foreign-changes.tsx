import { foreign } from '../model/changes.ts'

/** Explains changes that were made with another version and that this one doesn't know. */
export function ForeignChanges() {
  if (foreign.value.length === 0) return null
  return (
    <section aria-labelledby="foreign-heading">
      <h3 id="foreign-heading">Made with another version</h3>
      <p class="quiet">
        This version of Inboard can’t send these changes. They stay on this device, and are sent once a
        version that can is running. Reload to look for one. Later changes to the same cards and projects wait
        too.
      </p>
      <ul class="waiting">
        {foreign.value.map(({ key, by }) => (
          <li key={key}>{by ? `A change made with Inboard ${by}` : 'A change that can’t be read'}</li>
        ))}
      </ul>
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </section>
  )
}
