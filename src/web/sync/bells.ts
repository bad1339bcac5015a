/** A wake-up signal that any number of callers can wait for. */
class Bell {
  readonly #sleepers = new Set<() => void>()

  ring(): void {
    for (const wake of [...this.#sleepers]) wake()
  }

  /** Resolves at the next ring, or when the signal is aborted. */
  rung(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      if (signal.aborted) return resolve()
      this.#sleepers.add(wake)
      signal.addEventListener('abort', wake)
    })
  }
}

/** Rings when the outbox has something to send. */
export const toSend = new Bell()

/** Rings when the page gets the focus or the network seems to be back: time to retry at once. */
export const look = new Bell()
