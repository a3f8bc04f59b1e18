import type { FastifyRequest } from 'fastify'
import { answerWithin } from '../concurrency/with-timeout.ts'
import type { Config } from '../config.ts'
import type { Access, Caller, KeptAccess } from '../http/api-route.ts'
import { admit, type Guard, type GuardDeps } from '../http/guards.ts'
import { HttpProblem } from '../http/http-problem.ts'
import type { AccountEntry, UserEntry } from '../registry-entries.ts'
import { sessionText } from './cookie.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { Session, Sessions } from './sessions.ts'

/** What the guard of sessions rests on. */
export type SessionGuardDeps = Pick<GuardDeps, 'rateLimits' | 'atWork'> & {
  readonly registry: {
    account(id: string): AccountEntry | undefined
    user(id: string): UserEntry | undefined
    /** Resolves when everything up to a position of the log is known. */
    reached(position: bigint): Promise<void>
  }
  readonly sessions: Sessions
  readonly config: Pick<Config, 'PUBLIC_URL'>
}

/** Calls of one session in a minute. */
const CALLS = 600
/** How long a process may lag behind the fact that a session began with. */
const BEHIND_MS = 1_000

const MAY: Readonly<Record<UserEntry['role'], readonly KeptAccess[]>> = {
  viewer: ['read'],
  developer: ['read', 'write'],
  owner: ['read', 'write', 'owner'],
}

const ROLE: Readonly<Record<Access, string>> = {
  read: 'viewer',
  write: 'developer',
  owner: 'owner',
  operator: 'operator',
  anyone: 'viewer',
}

/**
 * The guard of the dashboard's routes: changes come from our own pages (403), callers are signed in (401), do not call
 * too often (429), and have a role that may (403).
 */
export function sessionGuard(deps: SessionGuardDeps): Guard {
  return (route) => async (request, reply) => {
    reply.header('cache-control', 'no-store')
    requireSameOrigin(request, deps.config.PUBLIC_URL)
    if (route.access === 'anyone') return
    const caller = await callerOf(request, deps)
    if (caller === null)
      throw new HttpProblem(401, 'unauthorized', 'sign in: there is no session, or it has ended')
    await admit({ route, caller, limit: CALLS, needs }, deps, request, reply)
  }
}

function needs(access: Access): string {
  return `this needs the role ${ROLE[access]}`
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
    scopes: MAY[user.role],
    limitKey: `session:${session.session_id}`,
    isAllowed: () => holds(session, deps) !== undefined,
    signedIn: { user, session },
  }
}

/** The user whose session it is; one who was removed, or has another password by now, has none. */
async function userOf(session: Session, deps: SessionGuardDeps): Promise<UserEntry | undefined> {
  const known = holds(session, deps)
  if (known !== undefined) return known
  await answerWithin(BEHIND_MS, deps.registry.reached(BigInt(session.password_position)))
  return holds(session, deps)
}

function holds({ user_id, password_ref }: Session, { registry }: SessionGuardDeps) {
  const user = registry.user(user_id)
  return user?.password_ref === password_ref ? user : undefined
}
