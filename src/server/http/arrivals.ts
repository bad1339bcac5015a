import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { minutes } from '../common/clock.ts'
import { derivedKey, isSameSecret } from '../common/secrets.ts'

/** The header with which `inboard doctor` asks a server what has arrived of its request. */
export const markHeader = 'inboard-doctor'

/** How the request of a doctor has arrived. */
export interface Arrival {
  trustProxy: number
  /** The IP that the limits count. */
  ip: string
  /** The entries of `X-Forwarded-For`. */
  forwardedFor: string[]
  /** The port at the other end of the connection. */
  port: number | undefined
}

const lasts = 1 * minutes

/**
 * Proves that a request comes from somebody who knows the secret. It is good for a minute, and for nothing else: the
 * answer is about the very request that carries it, or a stream without events.
 */
export const makeMark = (secret: string, now: number) => `${now}.${sign(secret, now)}`

export function isByDoctor({ headers }: FastifyRequest, secret: string, now: number): boolean {
  const mark = headers[markHeader]
  if (mark === undefined) return false
  const [, time = '', signature = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(String(mark)) ?? []
  return Math.abs(Number(time) - now) < lasts && isSameSecret(signature, sign(secret, Number(time)))
}

const sign = (secret: string, time: number) =>
  createHmac('sha256', derivedKey(secret, 'inboard: marks of the doctor'))
    .update(String(time))
    .digest('base64url')

export const arrivalOf = ({ ip, raw }: FastifyRequest): Omit<Arrival, 'trustProxy'> => ({
  ip,
  forwardedFor: String(raw.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
  port: raw.socket.remotePort,
})
