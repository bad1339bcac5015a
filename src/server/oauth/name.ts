const longest = 100

/**
 * The name that a client gives itself, as a person may be shown it: one line, in the order in which it is
 * written, without invisible characters, and without piles of accents that cover the lines around it.
 */
export function cleanName(text: string): string {
  const line = text
    .replace(/[\s\u2800]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/ +/g, ' ')
  return firstOf(line.trim()).trim()
}

export const isTooLong = (name: string) => firstOf(name) !== name

/** By code points, so that no character is cut in half. */
const firstOf = (text: string) =>
  Array.from(text.slice(0, 2 * longest))
    .slice(0, longest)
    .join('')

/** Something to call a client by, even if it gives itself no name. */
export const displayName = (name: string, host: string | null) => name || host || 'A program without a name'
