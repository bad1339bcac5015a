/** The subset of CBOR (RFC 8949) that authenticators use, and `raw` for encodings that they must not produce. */
export type Cbor = number | string | boolean | null | Uint8Array | Cbor[] | Map<Cbor, Cbor> | Raw

class Raw {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** Bytes to insert verbatim: hex such as `raw('bf')`, or something already encoded. */
export const raw = (...parts: (string | Uint8Array)[]) =>
  new Raw(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part))))

export function cbor(value: Cbor): Buffer {
  if (value instanceof Raw) return Buffer.from(value.bytes)
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  return Buffer.from([value === null ? 0xf6 : value ? 0xf5 : 0xf4])
}

/** The head of a data item: major type and argument, in the shortest form. */
export function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  const size = argument < 0x100 ? 1 : argument < 0x10000 ? 2 : 4
  const bytes = Buffer.alloc(1 + size)
  bytes[0] = (major << 5) | (23 + Math.log2(size) + 1)
  bytes.writeUIntBE(argument, 1, size)
  return bytes
}

export const object = (members: Record<string, Cbor>): Map<Cbor, Cbor> => new Map(Object.entries(members))
