import { setShowCompleted, showCompleted } from '../../state/visible.ts'

/** The switch for this device. */
export const ShowCompleted = () => (
  <label class="switch">
    <input
      type="checkbox"
      role="switch"
      checked={showCompleted.value}
      aria-checked={showCompleted.value}
      onChange={(event) => setShowCompleted(event.currentTarget.checked)}
    />
    Show completed
  </label>
)
