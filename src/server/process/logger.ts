import pino, { type Logger } from 'pino'

/**
 * Logs JSON lines to standard output: requests by id and route, errors by type and message. Never pass it a
 * token, link, secret or address.
 */
export const createLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output)

const output = pino.destination({ dest: 1, sync: false })

/** So that what is written to the terminal next comes after the log so far. */
export const flushLog = () => output.flushSync()
