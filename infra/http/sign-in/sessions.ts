import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { makeWhenMissing } from '../../postgres/make-when-missing.ts'
import { runOn } from '../../postgres/run.ts'
import { raw, type Statement, sql } from '../../postgres/sql.ts'
import { sha256Hex } from '../../sha256.ts'

export type Session = {
  /** Not the cookie's text, which is a secret. */
  readonly session_id: string
  readonly user_id: string
  readonly password_ref: string
  readonly password_position: number
}

export type Sessions = {
  /** @returns the text for the session's cookie, which is stored nowhere */
  begin(session: Session): Promise<string>
  /** The session of a cookie's text, unless it has ended; notes its use once a minute. */
  find(text: string): Promise<Session | null>
  /** Those of the given sessions that have not ended. Does not count as a use. */
  living(sessions: readonly Pick<Session, 'session_id' | 'user_id'>[]): Promise<ReadonlySet<string>>
  end(which: { readonly session_id: string } | { readonly user_id: string }): Promise<void>
}

const DDL = new URL('./sessions.sql', import.meta.url)
const IS_LIVING = raw(
  "used_at > now() - interval '12 hours' and began_at > now() - interval '7 days'",
)
/** Sessions of one user; a new one replaces the oldest. */
const MAX_PER_USER = 20
const TEXT = /^[\w-]{43}$/

export function openSessions(pool: pg.Pool): Sessions {
  const run = runOn(pool)
  const all = <Row>(statement: Statement) => makeWhenMissing(pool, DDL, () => run<Row>(statement))
  return {
    async begin(session) {
      const text = randomBytes(32).toString('base64url')
      await all(sql`delete from control.dashboard_sessions s where not (${IS_LIVING}) or session_id in (
        select session_id from control.dashboard_sessions where user_id = ${session.user_id}
        order by began_at desc offset ${MAX_PER_USER - 1})`)
      await all(insertion(sha256Hex(text), session))
      return text
    },
    async find(text) {
      if (!TEXT.test(text)) return null
      const [row] = await all<Session & { stale: boolean }>(sql`
        select session_id, user_id, password_ref, password_position,
          used_at < now() - interval '1 minute' as stale
        from control.dashboard_sessions where sha256 = ${sha256Hex(text)} and ${IS_LIVING}`)
      if (row === undefined) return null
      const { stale, ...session } = row
      if (stale)
        await all(sql`update control.dashboard_sessions set used_at = now()
          where session_id = ${session.session_id}`)
      return session
    },
    async living(sessions) {
      const users = sessions.map(({ user_id }) => user_id)
      const ids = sessions.map(({ session_id }) => session_id)
      const rows = await all<{ session_id: string }>(sql`
        select session_id from control.dashboard_sessions
        where user_id = any(${users}) and session_id = any(${ids}) and ${IS_LIVING}`)
      return new Set(rows.map(({ session_id }) => session_id))
    },
    async end(which) {
      await all('user_id' in which ? ofUser(which.user_id) : ofId(which.session_id))
    },
  }
}

function insertion(sha256: string, session: Session): Statement {
  const { session_id, user_id, password_ref, password_position } = session
  return sql`insert into control.dashboard_sessions
    (sha256, session_id, user_id, password_ref, password_position)
    values (${sha256}, ${session_id}, ${user_id}, ${password_ref}, ${password_position})`
}

function ofUser(id: string): Statement {
  return sql`delete from control.dashboard_sessions where user_id = ${id}`
}

function ofId(id: string): Statement {
  return sql`delete from control.dashboard_sessions where session_id = ${id}`
}
