import { signal } from '@preact/signals'

const isOnline = signal(navigator.onLine)
addEventListener('online', () => {
  isOnline.value = true
})
addEventListener('offline', () => {
  isOnline.value = false
})

export const Connection = () =>
  isOnline.value ? null : (
    <p class="strip" role="status">
      You are offline. You see your cards as they were; changes cannot be saved until you are back.
    </p>
  )
