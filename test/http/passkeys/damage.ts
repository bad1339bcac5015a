import fc from 'fast-check'
import { base64Url, fromBase64Url } from '../../support/authenticator/authenticator.ts'

type Mutation = (bytes: Buffer) => Buffer

// Offsets are fractions of the length, which is not known when they are generated.
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const at = (bytes: Buffer, part: number) => Math.floor(part * bytes.length)
const some = fc.uint8Array({ minLength: 1, maxLength: 8 })

function written(bytes: Buffer, changes: [at: number, value: number][]): Buffer {
  const copy = Buffer.from(bytes)
  for (const [where, value] of changes) copy.writeUInt8(value, where)
  return copy
}

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(7)).map(
    ([one, bit]): Mutation =>
      (bytes) => {
        const where = at(bytes, one)
        return written(bytes, [[where, bytes.readUInt8(where) ^ (1 << bit)]])
      },
  ),
  fc.tuple(place, fc.nat(255)).map(
    ([one, value]): Mutation =>
      (bytes) => {
        return written(bytes, [[at(bytes, one), value]])
      },
  ),
  fc.tuple(place, place).map(
    ([one, other]): Mutation =>
      (bytes) => {
        const [from, to] = [at(bytes, one), at(bytes, other)]
        return written(bytes, [
          [from, bytes.readUInt8(to)],
          [to, bytes.readUInt8(from)],
        ])
      },
  ),
  fc.tuple(place, place).map(
    ([one, other]): Mutation =>
      (bytes) => {
        const [from = 0, to = 0] = [at(bytes, one), at(bytes, other)].sort((a, b) => a - b)
        return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
      },
  ),
  fc.tuple(place, some).map(
    ([one, more]): Mutation =>
      (bytes) => {
        const where = at(bytes, one)
        return Buffer.concat([bytes.subarray(0, where), more, bytes.subarray(where)])
      },
  ),
  some.map(
    (more): Mutation =>
      (bytes) =>
        Buffer.concat([bytes, more]),
  ),
  // At least one byte is left, as an empty member would already be refused as a malformed body.
  place.map(
    (one): Mutation =>
      (bytes) =>
        bytes.subarray(0, Math.max(1, at(bytes, one))),
  ),
  place.map(
    (one): Mutation =>
      (bytes) =>
        bytes.subarray(at(bytes, one)),
  ),
)

export interface Damage {
  member: string
  mutate: Mutation
}
interface Credential {
  id: string
  response: object
}

export const damages = (members: string[], count: number): Damage[] =>
  fc.sample(fc.record({ member: fc.constantFrom(...members), mutate: mutations }), {
    numRuns: count,
    seed: 20260101,
  })

export function damaged<Kind extends Credential>(credential: Kind, { member, mutate }: Damage): Kind {
  if (member === 'id') {
    const id = base64Url(mutate(fromBase64Url(credential.id)))
    return { ...credential, id, rawId: id }
  }
  const bytes = fromBase64Url((credential.response as Record<string, string>)[member] ?? '')
  return { ...credential, response: { ...credential.response, [member]: base64Url(mutate(bytes)) } }
}

export const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** Works on the items with a fixed concurrency. */
export async function inTurns<T>(items: T[], work: (item: T) => Promise<void>) {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
