import { createHash } from 'node:crypto'

// Ids that are made one after the other begin alike, so that a beginning of one would have to be long. A short name is a
// beginning of a hash of the id instead, in letters that occur neither in ids nor, without a vowel, in many words.

const letters = 'ghjkmnpqrstvwxyz'
const shortest = 4
const longest = 20

export const isShortName = (text: string) => new RegExp(`^[${letters}]{${shortest},${longest}}$`).test(text)

export const wholeName = (id: string) =>
  [...createHash('sha1').update(id).digest('hex').slice(0, longest)]
    .map((digit) => letters.charAt(Number.parseInt(digit, 16)))
    .join('')

/** For one of which the others are not known. */
export const probableName = (id: string) => wholeName(id).slice(0, shortest)

/** The shortest name of each that no other has. */
export function shortNames(ids: Iterable<string>): Map<string, string> {
  const all = [...ids].map((id) => ({ id, name: wholeName(id) })).sort((a, b) => (a.name < b.name ? -1 : 1))
  const shared = (one = '', other = '') => {
    let length = 0
    while (length < one.length && one[length] === other[length]) length++
    return length
  }
  return new Map(
    all.map(({ id, name }, index) => {
      const length = 1 + Math.max(shared(name, all[index - 1]?.name), shared(name, all[index + 1]?.name))
      return [id, name.slice(0, Math.max(shortest, length))]
    }),
  )
}
