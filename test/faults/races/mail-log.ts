import { closeSync, openSync, readSync } from 'node:fs'
import { eventually, type Mail, tokenIn } from '../../support/service/inboard.ts'

/** Reads the mail log incrementally, because it grows too long to be read from the start each time. */
export class MailLog {
  readonly #file: string
  readonly #mails = new Map<string, Mail[]>()
  #offset = 0

  constructor(file: string) {
    this.#file = file
  }

  /** The messages to an address so far. */
  to(address: string): Mail[] {
    this.#read()
    return this.#mails.get(address) ?? []
  }

  /** Waits for the first message to an address, and returns the token of its link. */
  async tokenFor(address: string): Promise<string> {
    const { text } = await eventually(() => this.to(address)[0], `a link for ${address}`)
    return tokenIn(text)
  }

  #read(): void {
    const file = openSync(this.#file, 'r')
    const chunk = Buffer.alloc(64 * 1024)
    const length = readSync(file, chunk, 0, chunk.length, this.#offset)
    closeSync(file)
    // The last line may be incomplete.
    const whole = chunk.subarray(0, chunk.subarray(0, length).lastIndexOf('\n') + 1)
    this.#offset += whole.length
    for (const line of whole.toString().split('\n').filter(Boolean)) {
      const mail: Mail = JSON.parse(line)
      this.#mails.set(mail.to, [...(this.#mails.get(mail.to) ?? []), mail])
    }
    if (whole.length > 0) this.#read()
  }
}
