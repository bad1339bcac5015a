import type { Chance } from '../../support/machine/chance.ts'

/** The alphabet of base64url, in order. */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

type Flip = (token: string, chance: Chance) => string

const flips: Flip[] = [
  // Flips a bit of the text.
  (token, chance) => {
    const at = chance.below(token.length)
    const code = token.charCodeAt(at) ^ (1 << chance.below(8))
    return token.slice(0, at) + String.fromCharCode(code) + token.slice(at + 1)
  },
  // Flips a bit of the bytes that the text encodes.
  (token, chance) => {
    const parts = token.split('.')
    const chosen = chance.below(parts.length)
    const bytes = Buffer.from(parts[chosen] ?? '', 'base64url')
    const at = chance.below(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8))
    return parts.map((part, index) => (index === chosen ? bytes.toString('base64url') : part)).join('.')
  },
  // Replaces, inserts or removes characters, or swaps two.
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

// Characters that a header may contain. With others, the request would be refused before the token is looked at.
const canBeSent = /^[!-~\u0080-\u00ff][ -~\u0080-\u00ff]*[!-~\u0080-\u00ff]$/

/** The token with up to three of these changes. */
export function flippedToken(token: string, chance: Chance): string {
  while (true) {
    let flipped = token
    for (let left = 1 + chance.below(3); left > 0; left--) flipped = chance.pick(flips)(flipped, chance)
    if (flipped !== token && canBeSent.test(flipped)) return flipped
  }
}
