/** Wakes whoever waits for it. */
class Bell {
  readonly #sleepers = new Set<() => void>()

  ring(): void {
    for (const wake of [...this.#sleepers]) wake()
  }

  /** Resolves when it rings next, or the signal is aborted. */
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

/** There is something in the outbox. */
export const toSend = new Bell()

/** The page is looked at, or the network is said to be back: a reason to try again at once. */
export const look = new Bell()
