/** A process of its own, so that its work is not taken for that of the server. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Attack, attackNamed, type Request, type Targets } from './attacks.ts'

/** What it is told when it starts. Any other message asks what has become of it. */
export interface Order {
  port: number
  attack: string
  targets: Targets
}

const connections = 8
/** How many of those that do not read there are at the same time. */
const mostUnread = 40

let answered = 0
let closed = 0
const [{ port, attack: name, targets }] = (await once(process, 'message')) as [Order]

const written = ({ method, path, token, body, headers = {} }: Request): string => {
  const all = {
    host: 'localhost',
    authorization: `Bearer ${token}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([header, value]) => `${header}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

function open(attack: Attack): Socket {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  socket.on('error', () => {})
  socket.on('close', () => {
    closed++
  })
  let number = Math.floor(Math.random() * 2)
  const send = () => {
    const requests = Array.from({ length: attack.pipelined ?? 1 }, () => attack.request(targets, number++))
    socket.write(requests.map(written).join(''))
  }
  if (attack.reads) readAnswers(socket, attack.pipelined ?? 1, send)
  else socket.pause()
  send()
  return socket
}

/** Calls `next` whenever `count` more answers have come. What is in them is thrown away. */
function readAnswers(socket: Socket, count: number, next: () => void): void {
  let head = ''
  /** Bytes of the present answer that are still to come; with chunks, those of the present chunk. */
  let rest = 0
  let isChunked = false
  let missing = count
  const finish = () => {
    answered++
    isChunked = false
    if (--missing > 0) return
    missing = count
    next()
  }
  socket.on('data', (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      if (rest > 0) {
        const taken = Math.min(rest, bytes.length - at)
        rest -= taken
        at += taken
        if (rest === 0 && !isChunked) finish()
        continue
      }
      // Heads, and the lines between chunks, are short.
      const end = isChunked ? '\r\n' : '\r\n\r\n'
      const before = head.length
      const text = head + bytes.toString('latin1', at, at + 4096)
      const split = text.indexOf(end, isChunked && text.startsWith('\r\n') ? 2 : 0)
      if (split < 0) {
        head = text
        at = bytes.length
        continue
      }
      at += split + end.length - before
      const line = text.slice(0, split)
      head = ''
      if (isChunked) {
        const size = Number.parseInt(line.trim(), 16)
        if (size > 0) rest = size
        else {
          at += 2
          finish()
        }
        continue
      }
      isChunked = /transfer-encoding: chunked/i.test(line)
      rest = Number(/content-length: (\d+)/i.exec(line)?.[1] ?? 0)
      if (rest === 0 && !isChunked) finish()
    }
  })
}

const attack = attackNamed(name)
const sockets = new Set<Socket>()
const add = () => {
  const socket = open(attack)
  sockets.add(socket)
  socket.on('close', () => {
    sockets.delete(socket)
    // A stream ends now and then, and other answers may be the last of their connection.
    if (attack.reads) setTimeout(add, 250)
  })
}
for (let count = 0; count < connections; count++) add()
// Whoever does not read opens another one instead.
if (!attack.reads)
  setInterval(() => {
    if (sockets.size < mostUnread) add()
  }, 50)

process.on('message', () => process.send?.({ answered, closed, open: sockets.size }))
process.on('disconnect', () => process.exit())
process.send?.('begun')
