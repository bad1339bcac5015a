import { domainToASCII } from 'node:url'
import { invalid } from '../problems.ts'

const maxOctets = 254

// The dot-atom of RFC 5322 §3.2.3: no quotes, comments or spaces.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The one form in which an address is stored, compared and written to. Throws 422. */
export function normaliseEmail(input: string): string {
  const [local = '', domain = '', ...more] = input.trim().split('@')
  // Checked before any folding: a few letters outside ASCII would fold into it.
  if (more.length > 0 || local.length > 64 || !localPart.test(local)) throw notAnAddress()
  const email = `${local.toLowerCase()}@${normaliseDomain(domain)}`
  if (email.length > maxOctets) throw invalid('email', `must be at most ${maxOctets} octets`)
  return email
}

function normaliseDomain(domain: string): string {
  // Of ASCII only letters, digits, dots and hyphens; asked first, because the conversion is lenient.
  if (/[^a-z0-9.\-\u0080-\u{10FFFF}]/iu.test(domain)) throw notAnAddress()
  const ascii = domainToASCII(domain.normalize('NFC').toLowerCase())
  const labels = ascii.split('.')
  const lastLabel = labels.at(-1) ?? ''
  // A name with no dot is a slip of the pen, save on one's own machine; a number at the end is an IP address.
  const complete = labels.length > 1 || ascii === 'localhost'
  if (!complete || /^\d+$/.test(lastLabel) || !labels.every((one) => label.test(one))) throw notAnAddress()
  return ascii
}

const notAnAddress = () => invalid('email', 'must be one email address, such as ada@example.com')
