import pino, { type Logger } from 'pino'

/**
 * JSON lines on standard output. Requests are logged by id and route, errors by type and message. No token, link,
 * secret or address is ever passed to it.
 */
export const createLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
