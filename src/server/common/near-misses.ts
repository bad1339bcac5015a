/**
 * The known name that was probably meant by a mistyped one. Known names shorter than `shortest` are not
 * considered.
 */
export const closest = (name: string, known: readonly string[], shortest = 3): string | undefined =>
  known.find((one) => one.length >= shortest && isTypingError(name, one))

function isTypingError(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 2) return false
  return distance(name, known) <= (known.length < 9 ? 1 : 2)
}

/** The number of characters to add, remove, replace or swap with their neighbour. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isExchanged ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(one.length, other.length)
}
