/**
 * Everything that some program treats as the end of a line. The only control character that counts as text is
 * a tab.
 */
const ends = /\r\n|[\u2028\u2029]|(?!\t)\p{Cc}/u

/** In characters: the longest text of a card. What an agent sends may be longer. */
const longest = 4000

/** Splits user text into lines, so that it cannot forge lines of our output. */
export const linesOf = (text: string): string[] => text.slice(0, longest).split(ends)

export const onOneLine = (text: string): string => linesOf(text).join(' ')
