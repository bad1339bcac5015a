import type { FastifyReply, FastifyRequest } from 'fastify'
import { OAuthError } from '../../common/oauth-error.ts'
import type { RawBody } from '../bodies/long-body.ts'
import { bytesOf } from '../bodies/long-body.ts'

export type Form = { [parameter: string]: string | undefined }

/** RFC 6749 §3.2: a parameter without a value counts as omitted, and none may be there twice. */
export async function parseForm(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  const sent = request.body as RawBody | undefined
  const given = [...new URLSearchParams(sent && String(await bytesOf(sent)))].filter(
    ([, value]) => value !== '',
  )
  const form = Object.fromEntries(given)
  if (Object.keys(form).length < given.length)
    throw new OAuthError('invalid_request', 'A parameter was sent twice.')
  request.body = form
}

export function required<Name extends string>(form: Form, ...names: Name[]): Form & Record<Name, string> {
  for (const name of names)
    if (form[name] === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`)
  return form as Form & Record<Name, string>
}
