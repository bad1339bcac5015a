import { eventually, type SignedIn, type TestInboard } from '../../support/service/inboard.ts'
import { type OpenStream, openStream, type StreamOptions } from '../../support/service/open-stream.ts'
import { inboard } from '../../support/service/shared.ts'
export const inbox = { project_id: null, status_id: null }

export const listen = (
  { token }: Pick<SignedIn, 'token'>,
  options: StreamOptions = {},
  at: TestInboard = inboard,
) => openStream(at.url, { token, ...options })

export const ended = (stream: OpenStream) =>
  eventually(() => stream.isEnded() || undefined, 'the end of the stream')

export const problemOf = async (stream: OpenStream) => {
  await ended(stream)
  const { status, code } = JSON.parse(stream.text())
  return `${status} ${code}`
}
