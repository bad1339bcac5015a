const pause = 700

/**
 * Finds items by the first letters of their names. Letters that follow each other quickly make one word; the same letter again goes
 * to the next item that begins with it.
 */
export function typeAhead() {
  let typed = ''
  let since = Number.NEGATIVE_INFINITY
  return {
    isTyping: (now: number) => now - since < pause,
    /** The index of the item that a letter leads to, or -1. */
    find(letter: string, now: number, names: readonly string[], at: number): number {
      typed = now - since < pause ? typed + letter.toLowerCase() : letter.toLowerCase()
      since = now
      const isSame = new Set(typed).size === 1
      const wanted = isSame ? letter.toLowerCase() : typed
      // A word that goes on may still mean the item where it began.
      const start = isSame ? at + 1 : Math.max(at, 0)
      const order = names.map((_, index) => (start + index) % names.length)
      return order.find((index) => names[index]?.toLowerCase().startsWith(wanted)) ?? -1
    },
  }
}
