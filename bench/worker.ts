import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

interface Worker {
  /** Resolves to its reply. Rejects if it ends instead. */
  tell<Reply>(message: object | string): Promise<Reply>
  stop(): void
}

/** Starts a load process, which answers each message with one. */
export function startWorker(file: string, ...given: string[]): Worker {
  const child = fork(resolve(import.meta.dirname, file), given)
  return {
    async tell(message) {
      const failing = new AbortController()
      const reply = once(child, 'message', failing)
      const end = once(child, 'exit', failing).then(() => {
        throw new Error('The load has failed.')
      })
      child.send(message)
      try {
        const [value] = await Promise.race([reply, end])
        return value
      } finally {
        end.catch(() => {})
        failing.abort()
      }
    },
    stop: () => void child.kill(),
  }
}
