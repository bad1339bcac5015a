// Ids created one after the other begin alike, so prefixes would have to be long. A short id is the prefix of
// a hash of the id instead. Its letters don't occur in ids and, without vowels, form few words.

const letters = 'ghjkmnpqrstvwxyz'
/** Fewest letters. Ask for more to keep short ids valid while cards are added. */
export const shortest = 4
const longest = 16

export const isShortId = (text: string) => new RegExp(`^[${letters}]{${shortest},${longest}}$`).test(text)

/** FNV-1a with the finaliser of MurmurHash3, so that similar ids have unrelated hashes. */
function hash(text: string, seed: number): string {
  let value = seed
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return ((value ^ (value >>> 16)) >>> 0).toString(16).padStart(8, '0')
}

export const lettersOf = (id: string) =>
  [...hash(id, 0x811c9dc5), ...hash(id, 0x9747b28c)]
    .map((digit) => letters.charAt(Number.parseInt(digit, 16)))
    .join('')

/** A short id that is probably unique, for use without the list of all ids. */
export const probableId = (id: string, least = shortest) => lettersOf(id).slice(0, least)

/** The shortest unique short id of each, by id. */
export function shortIds(ids: Iterable<string>, least = shortest): Map<string, string> {
  const all = [...ids].map((id) => ({ id, own: lettersOf(id) })).sort((a, b) => (a.own < b.own ? -1 : 1))
  const shared = (one = '', other = '') => {
    let length = 0
    while (length < one.length && one[length] === other[length]) length++
    return length
  }
  return new Map(
    all.map(({ id, own }, index) => {
      const length = 1 + Math.max(shared(own, all[index - 1]?.own), shared(own, all[index + 1]?.own))
      return [id, own.slice(0, Math.max(least, length))]
    }),
  )
}
