/** The result of one check. */
export interface Finding {
  about: string
  /** A problem breaks something now; a warning may cause trouble later. */
  is: 'good' | 'warning' | 'problem'
  says: string
  /** What to do about it. */
  todo?: string
}

export const good = (about: string, says: string): Finding => ({ about, is: 'good', says })
export const warning = (about: string, says: string, todo?: string): Finding => ({
  about,
  is: 'warning',
  says,
  ...(todo && { todo }),
})
export const problem = (about: string, says: string, todo?: string): Finding => ({
  about,
  is: 'problem',
  says,
  ...(todo && { todo }),
})

/** The message of an error, as part of a sentence. */
export function reasonOf(error: unknown): string {
  const { message, errors = [], cause } = error as Error & { errors?: Error[] }
  if (message === 'fetch failed' && cause) return reasonOf(cause)
  // If a host name has several IPs, each attempt has a message of its own, and the error as a whole has none.
  const reason = message || errors.map((one) => one.message).join(', ')
  // Node adds an option of its own to some, which helps nobody who runs the executable.
  return reason.replace(/; if the root CA is installed locally.*|\.$/, '')
}
