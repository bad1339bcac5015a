import { crc32 } from 'node:zlib'

/** A ZIP archive with one uncompressed file: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function zip(path: string, program: string): Buffer {
  const [name, content] = [Buffer.from(path), Buffer.from(program)]
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt32LE(crc32(content), 10)
  shared.writeUInt32LE(content.length, 14)
  shared.writeUInt32LE(content.length, 18)
  shared.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, content])

  const attributes = Buffer.alloc(14)
  attributes.writeUInt32LE((0o100755 << 16) >>> 0, 6)
  const madeByUnix = Buffer.from([20, 3])
  const directory = Buffer.concat([Buffer.from('PK\x01\x02'), madeByUnix, shared, attributes, name])

  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, directory, Buffer.from('PK\x05\x06'), end])
}
