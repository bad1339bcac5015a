import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** The seconds that are left, and a function that restarts the countdown. */
export function useCountdown(initially: number): [left: number, restart: (seconds: number) => void] {
  const end = useSignal(Date.now() + initially * 1000)
  const left = useSignal(initially)
  useLayoutEffect(() => {
    const tick = () => {
      left.value = Math.max(0, Math.ceil((end.value - Date.now()) / 1000))
      if (left.value === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [end.value])
  const restart = (seconds: number) => {
    end.value = Date.now() + seconds * 1000
  }
  return [left.value, restart]
}
