import type { ApiRoute } from '@recado/infra/http/api-route'
import { EVENT_STREAM } from '@recado/infra/http/event-stream'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { z } from 'zod'
import type { ServedDeps } from '../../deps.ts'
import { ofAccount } from '../../routing/query-route.ts'
import { streamAnswer } from '../../streams/stream-answer.ts'
import { type FactQuery, factFilter, factPredicate } from '../facts/fact-filter.ts'
import { liveFrames } from './live-frames.ts'
import { missedFacts } from './missed-facts.ts'

/** GET /live: the account's facts as they are recorded, from now on or after the client's last one. */
export const followFacts: ApiRoute<ServedDeps> = {
  method: 'GET',
  operationId: 'followFacts',
  url: '/live',
  summary: 'Follow facts as they are recorded',
  access: 'read',
  availability: 'both',
  planGate: 'route',
  params: z.object({}),
  query: z.object(factFilter),
  body: null,
  reply: { 200: EVENT_STREAM },
  problems: [],
  async handle(input, { tail, logOf, registry }) {
    const { account, query, caller, request } = ofAccount<unknown, FactQuery>(input)
    if (!caller?.signedIn) throw new Error('only the dashboard follows facts')
    const wanted = factPredicate(query, account.id, registry)
    const last = lastSeen(request.headers['last-event-id'])
    const { signedIn, isAllowed } = caller
    const watching = { accountId: account.id, session: signedIn.session, isAllowed, wanted }
    const place = await aside(input, () => tail.open(watching))
    const to = place.joinedAt
    const from = last ?? to
    const missed = missedFacts({ store: logOf(input), wanted, from, to })
    return streamAnswer(input, place, (isUnread) => liveFrames({ place, from, missed, isUnread }))
  },
}

function lastSeen(header: string | string[] | undefined): bigint | undefined {
  if (header === undefined || header === '') return undefined
  // The stream of an empty log begins at -1.
  if (typeof header === 'string' && /^(-1|\d{1,19})$/.test(header)) return BigInt(header)
  throw new HttpProblem(
    400,
    'query_error',
    'Last-Event-ID must be the id of an event of the stream',
  )
}
