import type { FastifyInstance, FastifyRequest } from 'fastify'
import { namesTag } from '../common/entity-tags.ts'
import { fail, ProblemError } from '../common/problems.ts'
import { version } from '../common/version.ts'
import type { Admission } from './admission.ts'
import type { Answers } from './answers.ts'
import type { AnswerError } from './errors.ts'

/** The calendars of accounts. */
export interface Calendars {
  /** The state of an account: the number of its last change, or 0. */
  seqOf(ownerId: string): Promise<number>
  /** Its calendar, in the state `seq`. */
  read(ownerId: string): Promise<{ seq: number; body: string | Uint8Array }>
}

interface Parts {
  admission: Admission
  calendars: Calendars
  answers: Pick<Answers, 'fileWriterFor'>
  answerError: AnswerError
  /** Throws if the client has sent too many requests. */
  limitRate(request: FastifyRequest): void
}

const url = '/calendar/:file'

const type = 'text/calendar; charset=utf-8'

const headers = {
  'cache-control': 'private, max-age=300',
  // The URL is a secret.
  'referrer-policy': 'no-referrer',
}

/**
 * Calendars for programs that can be given nothing but a URL, so the API token is in its path. Whoever has no
 * such token learns nothing, not even that it was one.
 */
export function serveCalendars(
  app: FastifyInstance,
  { admission, calendars, answers, answerError, limitRate }: Parts,
): void {
  const write = answers.fileWriterFor(url, { ...headers, 'content-type': type })

  const serve = admission.serving({
    name: 'calendar',
    bodyLimit: 0,
    async admit(request) {
      const { file } = request.params as { file: string }
      const [, token] = /^(\S+)\.ics$/.exec(file) ?? []
      if (token && (await admission.admitToken(request, token, 'calendar'))) return
      // Only wrong tokens count, so that guessing cannot keep others from their calendar.
      limitRate(request)
      throw fail('not_found')
    },
    async work(request, reply) {
      const { ownerId } = request.caller
      const known = request.headers['if-none-match']
      if (known !== undefined) {
        const tag = tagOf(await calendars.seqOf(ownerId))
        if (namesTag(known, tag)) {
          reply
            .code(304)
            .headers({ ...headers, etag: weak(tag) })
            .send()
          return
        }
      }
      const { seq, body } = await calendars.read(ownerId)
      // An empty account looks the same as one that has been deleted since.
      if (seq === 0) await admission.requireAccount(ownerId)
      await write(request, reply, weak(tagOf(seq)), body)
    },
    answerError(reason, request, reply) {
      const isOver = reason instanceof ProblemError && reason.problem.code === 'unauthenticated'
      answerError(isOver ? fail('not_found') : reason, request, reply)
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url,
    exposeHeadRoute: false,
    onRequest: serve,
    handler: () => undefined,
  })
}

const tagOf = (seq: number) => `${seq}-${version}`

/** Because the response may be compressed. */
const weak = (tag: string) => `W/"${tag}"`
