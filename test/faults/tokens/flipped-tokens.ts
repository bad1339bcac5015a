import type { Chance } from '../support/chance.ts'

/** Of base64url, in order. */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

type Flip = (token: string, chance: Chance) => string

const flips: Flip[] = [
  // A bit of the text.
  (token, chance) => {
    const at = chance.below(token.length)
    const code = token.charCodeAt(at) ^ (1 << chance.below(8))
    return token.slice(0, at) + String.fromCharCode(code) + token.slice(at + 1)
  },
  // A bit of what the text stands for.
  (token, chance) => {
    const parts = token.split('.')
    const chosen = chance.below(parts.length)
    const bytes = Buffer.from(parts[chosen] ?? '', 'base64url')
    const at = chance.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8))
    return parts.map((part, index) => (index === chosen ? bytes.toString('base64url') : part)).join('.')
  },
  // A character for another, too many, too few, or in another place.
  (token, chance) => spliced(token, chance, 1, chance.pick([...alphabet])),
  (token, chance) => spliced(token, chance, 0, chance.pick([...alphabet, '.', '='])),
  (token, chance) => spliced(token, chance, 1 + chance.below(4), ''),
  (token, chance) => {
    const [one, other] = [chance.below(token.length), chance.below(token.length)]
    const letters = [...token]
    letters[one] = token[other] ?? ''
    letters[other] = token[one] ?? ''
    return letters.join('')
  },
]

function spliced(token: string, chance: Chance, removed: number, inserted: string): string {
  const at = chance.below(token.length)
  return token.slice(0, at) + inserted + token.slice(at + removed)
}

// With others in it, it would be no HTTP request, and nobody would look at the token.
const canBeSent = /^[!-~\u0080-\u00ff][ -~\u0080-\u00ff]*[!-~\u0080-\u00ff]$/

/** A token that differs from a given one by up to three flips. */
export function flippedToken(token: string, chance: Chance): string {
  while (true) {
    let flipped = token
    for (let left = 1 + chance.below(3); left > 0; left--) flipped = chance.pick(flips)(flipped, chance)
    if (flipped !== token && canBeSent.test(flipped)) return flipped
  }
}
