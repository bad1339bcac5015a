import { stored } from '../device/local-storage.ts'
import { Icon } from '../parts/icons.tsx'
import '../styles/typed-dates.css'

const isTold = stored('told-typed-dates', false)

/** Whether to tell a person who has just added a card. True once on each device, unless they know already. */
export function tellOnce(knows: boolean): boolean {
  const isNews = !isTold.value && !knows
  isTold.value = true
  return isNews
}

/** Shown once on each device, below the field in which the first card was added. */
export const TypedDateTip = ({ onClose }: { onClose: () => void }) => (
  <p class="tip quiet small">
    <span>Tip: end a card with “tomorrow” or “fri 3pm” to give it a date.</span>
    <button type="button" class="icon" aria-label="Dismiss the tip" onClick={onClose}>
      <Icon name="close" />
    </button>
  </p>
)
