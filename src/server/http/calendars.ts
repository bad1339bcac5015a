import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../common/entity-tags.ts'
import { fail, ProblemError } from '../common/problems.ts'
import { version } from '../common/version.ts'
import type { Concurrency } from './admission/concurrency.ts'
import type { Gate } from './admission/gate.ts'
import type { createAnswers, ReadyBody } from './answers/answers.ts'
import type { AnswerError } from './answers/errors.ts'

/** The calendars of accounts. */
export interface Calendars {
  /** The state of an account: the number of its last change, or 0. */
  seqOf(ownerId: string): Promise<number>
  /** Its calendar, in the state `seq`. */
  read(ownerId: string, isGone: () => boolean): Promise<{ seq: number; body: string | ReadyBody }>
}

interface Parts {
  gate: Gate
  concurrency: Concurrency
  calendars: Calendars
  answers: Pick<ReturnType<typeof createAnswers>, 'fileWriterFor'>
  answerError: AnswerError
  /** Throws if the client has sent too many requests. */
  limitRate(request: FastifyRequest): void
}

type Visit = FastifyRequest<{ Params: { file: string } }>

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
  { gate, concurrency, calendars, answers, answerError, limitRate }: Parts,
): void {
  const write = answers.fileWriterFor(url, { ...headers, 'content-type': type })

  async function answerOurError(error: Error, request: FastifyRequest, reply: FastifyReply) {
    const reason = await gate.reasonFor(error, gate.callerOf(request).ownerId)
    const isOver = reason instanceof ProblemError && reason.problem.code === 'unauthenticated'
    answerError(isOver ? fail('not_found') : reason, request, reply)
    return reply
  }

  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url,
    exposeHeadRoute: false,
    async onRequest(request: Visit) {
      const [, token] = /^(\S+)\.ics$/.exec(request.params.file) ?? []
      if (token && (await gate.admitToken(request, token, 'calendar'))) return
      // Only wrong tokens count, so that nobody who guesses can keep others from their calendar.
      limitRate(request)
      throw fail('not_found')
    },
    preValidation: [concurrency.enter('calendar'), gate.requireCaller],
    errorHandler: concurrency.answerErrors('calendar', answerOurError),
    async handler(request, reply) {
      const { ownerId } = gate.callerOf(request)
      const { socket, headers: sent } = request.raw
      const known = sent['if-none-match']
      if (known !== undefined) {
        const tag = tagOf(await calendars.seqOf(ownerId))
        if (namesTag(known, tag)) {
          concurrency.leaveWhenSent(request, reply.raw)
          return reply
            .code(304)
            .headers({ ...headers, etag: weak(tag) })
            .send()
        }
      }
      const { seq, body } = await calendars.read(ownerId, () => socket.destroyed)
      // An empty account looks the same as one that has been deleted since.
      if (seq === 0) await gate.requireAccount(ownerId)
      const writing = write(request, reply, weak(tagOf(seq)), body)
      if (writing) await writing
      concurrency.leaveWhenSent(request, reply.raw)
      return reply
    },
  })
}

const tagOf = (seq: number) => `${seq}-${version}`

/** Because the response may be compressed. */
const weak = (tag: string) => `W/"${tag}"`
