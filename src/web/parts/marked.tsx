import { piecesOf } from '../model/matching.ts'

interface MarkedProps {
  text: string
  words: readonly string[]
}

/** A text in which the words that were searched for, folded, are marked. */
export const Marked = ({ text, words }: MarkedProps) =>
  piecesOf(text, words).map((piece) => (piece.isHit ? <mark>{piece.text}</mark> : piece.text))
