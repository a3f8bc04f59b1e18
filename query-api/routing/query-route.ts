import type {
  Answer,
  ApiRoute,
  Availability,
  Caller,
  RouteDocument,
  RouteInput,
} from '@recado/infra/http/api-route'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import type { Run } from '@recado/infra/postgres/run'
import type { AccountEntry } from '@recado/infra/registry-entries'
import { z } from 'zod'
import type { ServedDeps } from '../deps.ts'
import { runFor, withoutSnapshot, withRun } from './read-at-position.ts'

export type Nothing = z.ZodObject<Record<never, never>>

/** A reply as JSON text, such as one joined from stored documents. */
export type Raw = { readonly raw: string }

/** JSON text in pieces. Each is read, outside of any snapshot, once the client has received the previous ones. */
export type Pieces = { readonly pieces: (run: Run) => AsyncIterable<string> }

/** A validated read with a key or a session. */
export type QueryInput<Params, Query> = RouteInput<Params, Query, undefined> & {
  readonly caller: Caller
  readonly account: AccountEntry
}

export type QueryDeclaration<
  P extends z.ZodType,
  Q extends z.ZodObject,
  Reply extends z.ZodType,
> = Pick<
  RouteDocument,
  'url' | 'operationId' | 'summary' | 'description' | 'replyExamples' | 'headers'
> & {
  readonly params?: P
  readonly query?: Q
  /** `both` by default. */
  readonly availability?: Availability
  /** `route` by default. */
  readonly planGate?: RouteDocument['planGate']
  /** The route also reads the log: it then runs outside of a snapshot, which would hold a connection meanwhile. */
  readonly readsLog?: true
  readonly reply: Reply
  /** Error statuses beyond those of every route, for the OpenAPI document. */
  readonly problems?: readonly number[]
  /** The body; null for 404. */
  readonly answer: (
    input: QueryInput<z.output<P>, z.output<Q>>,
    run: Run,
    deps: ServedDeps,
  ) => Promise<z.output<Reply> | Raw | Pieces | HttpProblem | null>
}

/**
 * A route for a read. With the header `x-min-event-position` it reads in one snapshot that has passed that log position,
 * or answers 503. A route that also reads the log checks the position too, but uses no snapshot.
 */
export function queryRoute<
  Reply extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodObject = Nothing,
>({ readsLog, ...declaration }: QueryDeclaration<P, Q, Reply>): ApiRoute<ServedDeps> {
  const reading = readsLog ? withoutSnapshot : withRun
  return {
    availability: 'both',
    planGate: 'route',
    problems: [],
    ...declaration,
    method: 'GET',
    access: 'read',
    params: declaration.params ?? z.object({}),
    query: declaration.query ?? z.object({}),
    body: null,
    reply: { 200: declaration.reply },
    handle: (given, deps) => {
      const input = ofAccount<z.output<P>, z.output<Q>>(given)
      return reading(input, deps, async (run) =>
        toAnswer(await declaration.answer(input, run, deps), runFor(input.account.id, deps)),
      )
    },
  }
}

/** Adds the account to the input. @throws when the route was reached without a key or session */
export function ofAccount<Params, Query>(input: RouteInput): QueryInput<Params, Query> {
  if (input.caller === null) throw new Error('a read route was reached without a key')
  return { ...input, account: input.caller.account } as QueryInput<Params, Query>
}

function toAnswer(body: unknown, run: Run): Answer | HttpProblem {
  if (body === null) return notFound()
  if (body instanceof HttpProblem) return body
  if (isPieces(body)) return { status: 200, body: body.pieces(run) }
  return { status: 200, body: isRaw(body) ? body.raw : body }
}

function isPieces(body: unknown): body is Pieces {
  return typeof body === 'object' && body !== null && 'pieces' in body
}

function isRaw(body: unknown): body is Raw {
  return typeof body === 'object' && body !== null && 'raw' in body && typeof body.raw === 'string'
}
