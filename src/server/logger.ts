import pino, { type Logger } from 'pino'

/**
 * JSON lines on standard output. Requests are named by id and pattern, errors by type and message: no token, link,
 * secret or address is ever handed to it.
 */
export const createLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
