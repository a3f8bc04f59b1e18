import { type HttpProblem, rateLimited, unavailable } from '@recado/infra/http/http-problem'
import type { Session } from '@recado/infra/http/sign-in/sessions'
import type { Waiter } from '../../streams/waiter.ts'
import type { FactPredicate } from '../facts/fact-filter.ts'
import { type Backlog, openBacklog } from './backlog.ts'

export type Watching = {
  readonly accountId: string
  readonly session: Pick<Session, 'session_id' | 'user_id'>
  /** Whether the session's user still exists and has the same password. */
  readonly isAllowed: () => boolean
  readonly wanted: FactPredicate
}

export type Watcher = Watching & Waiter & { readonly backlog: Backlog }

/** How many streams may be open in this process, of one user, of one account, and of all. */
const MAX_PER_USER = 5
const MAX_PER_ACCOUNT = 50
const MAX_WATCHERS = 200

export type Watchers = {
  /** @throws HttpProblem 429 when the user or account has too many streams, 503 when the process has */
  add(watching: Watching): Watcher
  remove(watcher: Watcher): void
  of(accountId: string): Iterable<Watcher>
  all(): readonly Watcher[]
}

export function openWatchers(): Watchers {
  const byAccount = new Map<string, Set<Watcher>>()
  const all = () => [...byAccount.values()].flatMap((some) => [...some])
  return {
    all,
    of: (accountId) => byAccount.get(accountId) ?? [],
    add(watching) {
      const { accountId, session } = watching
      const own = byAccount.get(accountId) ?? new Set()
      const ofUser = [...own].filter((one) => one.session.user_id === session.user_id)
      if (ofUser.length >= MAX_PER_USER || own.size >= MAX_PER_ACCOUNT) throw tooMany()
      if (all().length >= MAX_WATCHERS) throw unavailable('too many pages are open; try again')
      const waiter = { heard: 0, over: false, wake: () => undefined }
      const watcher: Watcher = { ...watching, ...waiter, backlog: openBacklog() }
      byAccount.set(accountId, own.add(watcher))
      return watcher
    },
    remove(watcher) {
      const own = byAccount.get(watcher.accountId)
      own?.delete(watcher)
      if (own?.size === 0) byAccount.delete(watcher.accountId)
      watcher.over = true
      watcher.wake()
    },
  }
}

function tooMany(): HttpProblem {
  const message = 'too many pages of this user or account are open; close one'
  return rateLimited(message, 15)
}
