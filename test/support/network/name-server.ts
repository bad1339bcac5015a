import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** The IPs of a name, or undefined for no answer. It is asked each time, so that the answer can change. */
type Answer = (name: string, type: 'A' | 'AAAA') => readonly string[] | undefined

/** A name server on this machine (RFC 1035), for the tests of a file. */
export function nameServer(answer: Answer) {
  const socket = createSocket('udp4')
  const started = { address: '', asked: [] as string[] }
  socket.on('message', (query, { port }) => {
    const { name, type, end } = questionIn(query)
    started.asked.push(`${type} ${name}`)
    const ips = answer(name, type)?.filter((ip) => isIPv4(ip) === (type === 'A'))
    if (!ips) return
    const header = Buffer.from(query.subarray(0, 12))
    // A response, with as many answers and nothing else.
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(ips.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...ips.map(recordOf)]), port)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    started.address = `127.0.0.1:${socket.address().port}`
  })
  afterAll(() => {
    socket.close()
  })
  return started
}

function questionIn(query: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1) === 1 ? 'A' : 'AAAA'
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 }
}

/** Good for no time, so that nobody may remember it. */
function recordOf(ip: string): Buffer {
  const data = isIPv4(ip) ? Buffer.from(ip.split('.').map(Number)) : bytesOfIpv6(ip)
  const head = Buffer.from([0xc0, 12, 0, isIPv4(ip) ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function bytesOfIpv6(ip: string): Buffer {
  const [before = '', after] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = [...before, ...Array(8 - before.length - (after?.length ?? 0)).fill('0'), ...(after ?? [])]
  return Buffer.concat(groups.map((group) => Buffer.from(String(group).padStart(4, '0'), 'hex')))
}
