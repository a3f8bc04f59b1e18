import { type Role, rightsOf } from '@recado/domain/user/role'
import type { FastifyRequest } from 'fastify'
import { answerWithin } from '../../concurrency/with-timeout.ts'
import type { Config } from '../../config.ts'
import type { AccountEntry, UserEntry } from '../../registry-entries.ts'
import type { Access, Caller } from '../api-route.ts'
import { admit, type Guard, type GuardDeps } from '../guards.ts'
import { HttpProblem } from '../http-problem.ts'
import { sessionText } from './cookie.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { Session, Sessions } from './sessions.ts'

export type SessionGuardDeps = Pick<GuardDeps, 'rateLimits' | 'atWork'> & {
  readonly registry: {
    account(id: string): AccountEntry | undefined
    user(id: string): UserEntry | undefined
    /** Resolves when the registry includes the log up to a position. */
    waitUntil(position: bigint): Promise<void>
  }
  readonly sessions: Sessions
  readonly config: Pick<Config, 'PUBLIC_URL'>
}

/** Calls of one session per minute. */
const MAX_CALLS_PER_MINUTE = 600
/** How long to wait for a process that lags behind the fact that set the session's password. */
const MAX_REGISTRY_WAIT_MS = 1_000

/** The role with the fewest rights that may call a route. */
const ROLE_FOR: Readonly<Record<Access, Role | 'operator'>> = {
  read: 'viewer',
  write: 'developer',
  owner: 'owner',
  operator: 'operator',
  anyone: 'viewer',
}

/** Guards the dashboard, in order: our own page (403), signed in (401), calls per minute (429), role (403). */
export function sessionGuard(deps: SessionGuardDeps): Guard {
  return (route) => async (request, reply) => {
    reply.header('cache-control', 'no-store')
    requireSameOrigin(request, deps.config.PUBLIC_URL)
    if (route.access === 'anyone') return
    const caller = await callerOf(request, deps)
    if (caller === null)
      throw new HttpProblem(401, 'unauthorized', 'sign in: there is no session, or it has ended')
    await admit({ route, caller, limit: MAX_CALLS_PER_MINUTE, needs }, deps, request, reply)
  }
}

function needs(access: Access): string {
  return `this needs the role ${ROLE_FOR[access]}`
}

async function callerOf(request: FastifyRequest, deps: SessionGuardDeps): Promise<Caller | null> {
  const text = sessionText(request, deps.config.PUBLIC_URL)
  const session = text === null ? null : await deps.sessions.find(text)
  if (session === null) return null
  const user = await userOf(session, deps)
  const account = user && deps.registry.account(user.account_id)
  if (user === undefined || account === undefined) return null
  return {
    account,
    actor: { type: 'user', id: user.id },
    scopes: rightsOf(user.role),
    limitKey: `session:${session.session_id}`,
    isAllowed: () => userWithPassword(session, deps) !== undefined,
    signedIn: { user, session },
  }
}

/** Undefined when the user was removed or has another password by now. */
async function userOf(session: Session, deps: SessionGuardDeps): Promise<UserEntry | undefined> {
  const known = userWithPassword(session, deps)
  if (known !== undefined) return known
  await answerWithin(
    MAX_REGISTRY_WAIT_MS,
    deps.registry.waitUntil(BigInt(session.password_position)),
  )
  return userWithPassword(session, deps)
}

function userWithPassword({ user_id, password_ref }: Session, { registry }: SessionGuardDeps) {
  const user = registry.user(user_id)
  return user?.password_ref === password_ref ? user : undefined
}
