/** What was looked at, and how it is. */
export interface Finding {
  about: string
  /** A problem keeps something from working; a warning is something that somebody will regret. */
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
  // Where a host name has several IPs, each attempt has failed with its own message, and the whole error has none.
  return (message || errors.map((one) => one.message).join(', ')).replace(/\.$/, '')
}
