import { crc32, deflateSync, inflateSync } from 'node:zlib'

// An animated PNG (https://www.w3.org/TR/png-3/#apngFrame-based-animation) made of screenshots. A frame
// contains only the part that differs from the previous one.

interface Picture {
  width: number
  height: number
  /** Three bytes for each pixel. */
  pixels: Buffer
}

interface Frame {
  /** Screenshots of the same height, from left to right. */
  pngs: readonly Buffer[]
  milliseconds: number
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function movingPicture(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ pngs }) => sideBySide(pngs.map(read)))
  const [first] = pictures
  if (!first) throw new Error('a moving picture needs a frame')
  let sequence = 0
  const parts = pictures.flatMap((picture, index) => {
    const before = pictures[index - 1]
    const box = before ? changed(before, picture) : { x: 0, y: 0, width: first.width, height: first.height }
    const control = Buffer.alloc(26)
    const { x, y, width, height } = box
    for (const [at, value] of [sequence++, width, height, x, y].entries())
      control.writeUInt32BE(value, at * 4)
    control.writeUInt16BE(frames[index]?.milliseconds ?? 0, 20)
    control.writeUInt16BE(1000, 22)
    const data = deflateSync(rowsIn(picture, box), { level: 9 })
    if (index === 0) return [chunk('fcTL', control), chunk('IDAT', data)]
    const number = Buffer.alloc(4)
    number.writeUInt32BE(sequence++)
    return [chunk('fcTL', control), chunk('fdAT', Buffer.concat([number, data]))]
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(first.width, 0)
  header.writeUInt32BE(first.height, 4)
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const animation = Buffer.alloc(8)
  animation.writeUInt32BE(frames.length, 0)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('acTL', animation),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const made = Buffer.alloc(body.length + 8)
  made.writeUInt32BE(data.length, 0)
  body.copy(made, 4)
  made.writeUInt32BE(crc32(body), body.length + 4)
  return made
}

const gap = 12
const grey = Buffer.alloc(gap * 3, 0x80)

function sideBySide(pictures: readonly Picture[]): Picture {
  const width = pictures.reduce((sum, picture) => sum + picture.width, gap * (pictures.length - 1))
  const height = Math.min(...pictures.map((picture) => picture.height))
  const rows = Array.from({ length: height }, (_, y) =>
    pictures.flatMap((picture, index) => [
      ...(index > 0 ? [grey] : []),
      picture.pixels.subarray(y * picture.width * 3, (y + 1) * picture.width * 3),
    ]),
  )
  return { width, height, pixels: Buffer.concat(rows.flat()) }
}

/** A screenshot of Chromium: eight bits a channel, with or without an alpha channel, which is always opaque. */
function read(png: Buffer): Picture {
  const data: Buffer[] = []
  let [width, height, channels] = [0, 0, 0]
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const body = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') {
      ;[width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
      channels = body[9] === 6 ? 4 : 3
    }
    if (type === 'IDAT') data.push(body)
    at += length + 12
  }
  const raw = unfiltered(inflateSync(Buffer.concat(data)), width, height, channels)
  if (channels === 3) return { width, height, pixels: raw }
  const pixels = Buffer.alloc(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) raw.copy(pixels, pixel * 3, pixel * 4, pixel * 4 + 3)
  return { width, height, pixels }
}

/** Undoes the filters of the rows (https://www.w3.org/TR/png-3/#9Filter-types). */
function unfiltered(data: Buffer, width: number, height: number, channels: number): Buffer {
  const stride = width * channels
  const made = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row++) {
    const filter = data[row * (stride + 1)]
    for (let column = 0; column < stride; column++) {
      const at = row * stride + column
      const left = column < channels ? 0 : (made[at - channels] ?? 0)
      const above = row === 0 ? 0 : (made[at - stride] ?? 0)
      const corner = row === 0 || column < channels ? 0 : (made[at - stride - channels] ?? 0)
      const guesses = [0, left, above, (left + above) >> 1, paeth(left, above, corner)]
      made[at] = (data[row * (stride + 1) + 1 + column] ?? 0) + (guesses[filter ?? 0] ?? 0)
    }
  }
  return made
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

/** The smallest box around what differs. */
function changed(before: Picture, { width, height, pixels }: Picture): Box {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    const [start, end] = [y * width * 3, (y + 1) * width * 3]
    if (before.pixels.subarray(start, end).equals(pixels.subarray(start, end))) continue
    top = Math.min(top, y)
    bottom = y
    for (let x = 0; x < width; x++) {
      const at = start + x * 3
      if (before.pixels.readUIntBE(at, 3) === pixels.readUIntBE(at, 3)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
    }
  }
  // A frame cannot be empty.
  if (right === -1) return { x: 0, y: 0, width: 1, height: 1 }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Filters each row by type 1: the difference to the pixel on the left, which is mostly zero. */
function rowsIn({ width, pixels }: Picture, box: Box): Buffer {
  const stride = box.width * 3
  const made = Buffer.alloc((stride + 1) * box.height)
  for (let row = 0; row < box.height; row++) {
    const from = ((box.y + row) * width + box.x) * 3
    const to = row * (stride + 1)
    made[to] = 1
    for (let column = 0; column < stride; column++)
      made[to + 1 + column] =
        (pixels[from + column] ?? 0) - (column < 3 ? 0 : (pixels[from + column - 3] ?? 0))
  }
  return made
}
