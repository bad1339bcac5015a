import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { longestText } from '../../contract/plain/limits.ts'
import { count, counted } from '../model/wording.ts'
import { lengthOf } from '../state/drafts.ts'

const near = 200
/** Milliseconds. Screen readers hear the number when the person pauses, not with each key. */
const pause = 1000

/** Shows how long a card's text is, near the limit. Of several cards, the longest counts. */
export function Counter({ texts }: { texts: () => readonly string[] }) {
  const length = Math.max(
    0,
    ...texts().map((text) => (text.length > longestText - near ? lengthOf(text) : 0)),
  )
  const left = longestText - length
  const isNear = left < near
  const said = useSignal('')
  useLayoutEffect(() => {
    const timer = setTimeout(() => {
      said.value = isNear ? inWords(left) : ''
    }, pause)
    return () => clearTimeout(timer)
  }, [isNear, left])
  if (!isNear) return null
  return (
    <p class={left < 0 ? 'counter small bad' : 'counter small quiet'}>
      {count(length)} / {count(longestText)}
      <span class="sr" role="status">
        {said.value}
      </span>
    </p>
  )
}

const inWords = (left: number) =>
  left < 0 ? `Too long by ${counted(-left, 'character')}.` : `${counted(left, 'character')} left.`

/** Fits the height of a field to its text, in browsers without `field-sizing`. */
export function fitHeight(field: HTMLTextAreaElement | null): void {
  if (!field || CSS.supports('field-sizing: content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}
