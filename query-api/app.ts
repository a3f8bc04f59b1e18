import { gateUntilFilled } from '@recado/application/read-models/gate-until-filled'
import { storedBytes } from '@recado/application/seal/prove-fact'
import { type SharedSlots, sharedSlots, slotsWith } from '@recado/infra/concurrency/shared-slots'
import { sharesBeside } from '@recado/infra/concurrency/shares-beside'
import type { Tenant } from '@recado/infra/concurrency/tenant-shares'
import { DEADLINES } from '@recado/infra/deadlines'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { closedUntil } from '@recado/infra/http/closed-until'
import { unavailable } from '@recado/infra/http/http-problem'
import { registerRoutes } from '@recado/infra/http/register-routes'
import { aside, tenantOf, whenClosed } from '@recado/infra/http/request-places'
import { buildServer } from '@recado/infra/http/server'
import { sessionGuard } from '@recado/infra/http/sign-in/session-guard'
import { traceRequests } from '@recado/infra/http/trace-requests'
import type { FastifyInstance } from 'fastify'
import { servePage } from './dashboard/files/serve-page.ts'
import { openFactTail } from './dashboard/live/fact-tail.ts'
import { dashboardQueryRoutes } from './dashboard/routes.ts'
import type { QueryDeps, ServedDeps } from './deps.ts'
import { openFollower } from './events/follower.ts'
import { type LogReader, type LogReads, openLogReads } from './log/log-reads.ts'
import { queryRoutes } from './routes.ts'
import { inOpenTurn, openAnswers } from './routing/open-answers.ts'

/** How many long reads may run at once, and how many pieces of the log may be read at once. */
const MAX_LONG_READS = 4
const MAX_LOG_READS = 4
/** While other accounts read too, each account may have one of them at a time. */
const SHARERS = 3
/** How long a read waits for its turn, ms. */
const MAX_TURN_WAIT_MS = 20_000

/** The share of the pool's connections that the reads of one account may use. */
const MAX_ACCOUNT_SHARE = 0.75

export type QueryApp = FastifyInstance & {
  /** Ends the streams, which would otherwise never end. A server that embeds this app calls it before it closes. */
  endStreams(): void
}

/** The server of all reads, not yet listening. */
export async function buildApp(
  given: QueryDeps,
  routes: readonly ApiRoute<ServedDeps>[] = queryRoutes,
): Promise<QueryApp> {
  const deps = { ...given, pool: gateUntilFilled(given.pool, given.filling) }
  const app = await buildServer(deps)
  traceRequests(app)
  closedUntil(app, deps.erasures, ['/api/v1', '/dashboard/v1'])
  app.addHook('onClose', async () => deps.keyUse?.flush())
  const follower = openFollower(deps)
  const tail = openFactTail(deps)
  const endStreams = () => {
    follower.close()
    tail.close()
  }
  app.addHook('preClose', async () => endStreams())
  const { store, ...others } = deps
  const served = {
    ...{
      ...others,
      follower,
      tail,
      turns: openLongReadSlots(deps),
      counts: openCountSlots(given.pool),
      openAnswers: openAnswers(deps.bounds),
    },
    reads: openReadSlots(given.pool),
    storedOf: (fact: RecordedEvent) => storedBytes(store, fact),
    logOf: logOf(
      openLogReads(store, MAX_LOG_READS, sharesBeside(MAX_LOG_READS, SHARERS, deps.atWork)),
    ),
  }
  registerRoutes(app, '/api/v1', routes.map(inOpenTurn), served)
  const inSession = [...routes, ...dashboardQueryRoutes].map(inOpenTurn)
  registerRoutes(app, '/dashboard/v1', inSession, served, sessionGuard(deps))
  servePage(app, deps.page, served.openAnswers)
  return Object.assign(app, { endStreams })
}

/**
 * Statements wait here, round-robin by account, and not in the pool, where those of one account could precede all
 * others. One more than the pool's size may run, so that the pool's metrics show a waiting one when it is exhausted.
 */
function openReadSlots({ options: { max } }: QueryDeps['pool']): SharedSlots {
  const ofOwner = Math.max(1, Math.floor(max * MAX_ACCOUNT_SHARE))
  const late = () => new Error('timeout expired')
  return sharedSlots({ limit: max + 1, ofOwner, waitMs: DEADLINES.request, late })
}

/** An account that counts many rows, again and again, uses one connection. */
function openCountSlots({ options: { max } }: QueryDeps['pool']): SharedSlots {
  const late = () => unavailable('too many reads of this account count many rows; try again', 5)
  return sharedSlots({ limit: max, ofOwner: 1, waitMs: MAX_TURN_WAIT_MS, late })
}

/** Bounds the wait for a long read; without a bound, reads would still run after their clients have left. */
function openLongReadSlots({ atWork }: Pick<QueryDeps, 'atWork'>): SharedSlots<Tenant> {
  const late = () => unavailable('too many long reads wait for their turn; try again', 5)
  const shares = sharesBeside(MAX_LONG_READS, SHARERS, atWork)
  return slotsWith({ limit: MAX_LONG_READS, waitMs: MAX_TURN_WAIT_MS, late }, shares)
}

/** The log for one request: it waits for its turns without a place among the requests under way. */
function logOf(open: (reader: LogReader) => LogReads): ServedDeps['logOf'] {
  return (input) =>
    open({
      tenant: tenantOf(input),
      onceGone: whenClosed(input.reply),
      aside: (wait) => aside(input, wait),
    })
}
