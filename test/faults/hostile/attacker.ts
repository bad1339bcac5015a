/** A process of its own, so that its work is not taken for that of the server. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import type { Attack, Request, Targets } from './attack.ts'
import { attackNamed } from './attacks.ts'

/** The message at the start. Any other message asks for a report. */
interface Order {
  port: number
  attack: string
  targets: Targets
}

export interface Result {
  /** How many answers there were of each status. */
  statuses: Record<string, number>
  /** Connections that either side has closed. */
  closed: number
}

const usualConnections = 8
/** How many of those that do nothing any more there are at the same time. */
const mostIdle = 40
/** In milliseconds: who hangs up does so at once or after this time, and comes back. */
const [listening, away] = [30, 5]

// In life it has a machine of its own.
setPriority(10)

const result: Result = { statuses: {}, closed: 0 }
const [{ port, attack: name, targets }] = (await once(process, 'message')) as [Order]
const attack = attackNamed(name)
const { connections = usualConnections, pipelined = 1, manner } = attack

function written({ method, path, token, body, headers = {} }: Request): string {
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

const manners: Record<NonNullable<Attack['manner']>, (socket: Socket, text: string) => void> = {
  'never reads': (socket, text) => socket.pause().write(text),
  'keeps the end': (socket, text) => socket.resume().write(text.slice(0, -5)),
  'hangs up': (socket, text) =>
    socket
      .resume()
      .write(text, () => setTimeout(() => socket.destroy(), Math.random() < 0.5 ? 0 : listening)),
}

/** How many requests were sent on each connection, or on those that took its place. */
const sent: number[] = []

function next(connection: number): number {
  const number = sent[connection] ?? connection
  sent[connection] = number + 1
  return number
}

function open(connection: number): Socket {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  socket.on('error', () => {})
  const texts = () =>
    Array.from({ length: pipelined }, () =>
      written(attack.request(targets, next(connection), connection)),
    ).join('')
  if (manner) manners[manner](socket, texts())
  else {
    readAnswers(socket, pipelined, () => socket.write(texts()))
    socket.write(texts())
  }
  return socket
}

/** Calls `next` after every `count` responses. Their contents are discarded. */
function readAnswers(socket: Socket, count: number, next: () => void): void {
  let head = ''
  /** Bytes of the present answer that are still to come; with chunks, those of the present chunk. */
  let rest = 0
  let isChunked = false
  let missing = count
  const finish = () => {
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
      const status = line.slice(9, 12)
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      isChunked = /transfer-encoding: chunked/i.test(line)
      rest = Number(/content-length: (\d+)/i.exec(line)?.[1] ?? 0)
      if (rest === 0 && !isChunked) finish()
    }
  })
}

const sockets = new Set<Socket>()
function add(connection: number): void {
  const socket = open(connection)
  sockets.add(socket)
  socket.on('close', () => {
    sockets.delete(socket)
    result.closed++
    // A stream ends now and then, and other answers may be the last of their connection.
    if (isReplaced) setTimeout(add, manner ? away : 250, connection)
  })
}
/** An attacker that keeps idle connections opens further ones. */
const isReplaced = manner === undefined || manner === 'hangs up'
for (let connection = 0; connection < connections; connection++) add(connection)
if (!isReplaced)
  setInterval(() => {
    if (sockets.size < mostIdle) add(0)
  }, 50)

process.on('message', () => process.send?.(result))
process.on('disconnect', () => process.exit())
process.send?.('begun')
