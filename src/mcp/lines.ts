/** What one program or another takes for the end of a line. Of what controls a terminal, only a tab is text. */
const ends = /\r\n|[\u2028\u2029]|(?!\t)\p{Cc}/u

/** In characters: the longest text of a card. What an agent sends may be longer. */
const longest = 4000

/** What somebody has written, line by line, so that it cannot draw lines of its own among ours. */
export const linesOf = (text: string): string[] => text.slice(0, longest).split(ends)

export const onOneLine = (text: string): string => linesOf(text).join(' ')
