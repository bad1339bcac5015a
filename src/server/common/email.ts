import { domainToASCII } from 'node:url'
import { invalid } from './problems.ts'

const maxOctets = 254

// The dot-atom of RFC 5322 §3.2.3: no quotes, comments or spaces.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The canonical form in which an address is stored, compared and mailed to. Throws 422. */
export function normaliseEmail(input: string): string {
  const [local = '', domain = '', ...more] = input.trim().split('@')
  // Checked before lower-casing, which turns a few non-ASCII letters into ASCII ones.
  if (more.length > 0 || local.length > 64 || !localPart.test(local)) throw notAnAddress()
  const email = `${local.toLowerCase()}@${normaliseDomain(domain)}`
  if (email.length > maxOctets) throw invalid('email', `must be at most ${maxOctets} octets`)
  return email
}

function normaliseDomain(domain: string): string {
  // The only ASCII allowed is letters, digits, dots and hyphens. Checked first, because domainToASCII lets
  // more through.
  if (/[^a-z0-9.\-\u0080-\u{10FFFF}]/iu.test(domain)) throw notAnAddress()
  const ascii = domainToASCII(domain.normalize('NFC').toLowerCase())
  const labels = ascii.split('.')
  const lastLabel = labels.at(-1) ?? ''
  // A domain without a dot is a typing error (except localhost), and one that ends in a number is an IP.
  const complete = labels.length > 1 || ascii === 'localhost'
  if (!complete || /^\d+$/.test(lastLabel) || !labels.every((one) => label.test(one))) throw notAnAddress()
  return ascii
}

const notAnAddress = () => invalid('email', 'must be one email address, such as ada@example.com')
