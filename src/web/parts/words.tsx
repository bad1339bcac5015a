import { piecesOf } from '../model/matching.ts'
import { locale } from '../model/wording.ts'

/** A date in the language of the page: "March 3", and with its year if that is another one. */
export function Day({ of: iso, withTime = false }: { of: string; withTime?: boolean }) {
  const date = new Date(iso)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' }
  if (!isThisYear) options.year = 'numeric'
  return (
    <time dateTime={iso}>
      {date.toLocaleDateString(locale, options)}
      {withTime && `, ${date.toLocaleTimeString(locale, { timeStyle: 'short' })}`}
    </time>
  )
}

export const LastUse = ({ at }: { at: string | null }) =>
  at ? (
    <>
      last used <Day of={at} />
    </>
  ) : (
    'never used'
  )

/** A text in which the words that were searched for, folded, are marked. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  piecesOf(text, words).map((piece) => (piece.isHit ? <mark>{piece.text}</mark> : piece.text))
