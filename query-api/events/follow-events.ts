import {
  newestOutbound,
  type OutboundSelection,
} from '@recado/application/read-models/outbound-events'
import type { Answer, RouteInput } from '@recado/infra/http/api-route'
import { EVENT_STREAM } from '@recado/infra/http/event-stream'
import { runOn } from '@recado/infra/postgres/run'
import type { FastifyRequest } from 'fastify'
import type { ServedDeps } from '../deps.ts'
import { ofAccount, type QueryInput } from '../routing/query-route.ts'
import { withRun } from '../routing/read-at-position.ts'
import { streamAnswer } from '../streams/stream-answer.ts'
import { logIdOf } from './cursor.ts'
import { eventFrames } from './event-frames.ts'
import { type EventQuery, selectionOf } from './event-query.ts'

/** Whether a client of GET /events asks for a stream. */
export function wantsStream({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers.accept ?? '').toLowerCase().includes(EVENT_STREAM)
}

/** Answers with a stream of events, after the client's last one or from now on, until the client disconnects. */
export async function followEvents(request: RouteInput, deps: ServedDeps): Promise<Answer> {
  const input = ofAccount<unknown, EventQuery>(request)
  const selection = selectionOf(input.query, input.account.id, deps)
  const after = await startOfStream(input, selection, deps)
  const { account, limitKey, isAllowed, signedIn } = input.caller
  const following = { accountId: account.id, keyId: limitKey, eventKeys: selection.keys }
  const place = deps.follower.open({ ...following, isAllowed, session: signedIn?.session })
  return streamAnswer(request, place, (isUnread) =>
    eventFrames({ place, after, selection, run: runOn(deps.pool), isUnread }),
  )
}

async function startOfStream(
  input: QueryInput<unknown, EventQuery>,
  selection: Pick<OutboundSelection, 'of' | 'keys' | 'since'>,
  deps: ServedDeps,
): Promise<number> {
  const { request, query } = input
  const last = request.headers['last-event-id']
  if (typeof last === 'string' && last !== '') return logIdOf(last, 'Last-Event-ID')
  if (query.after !== undefined) return logIdOf(query.after, 'after')
  if (selection.since !== undefined) return -1
  return withRun(input, deps, async (run) => {
    const [newest] = await run<{ log_id: number }>(newestOutbound(selection))
    return newest?.log_id ?? -1
  })
}
