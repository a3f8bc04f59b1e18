import { isPostgresUnavailable } from '@recado/infra/postgres/unavailable'
import { VaultUnavailable } from '@recado/infra/vault/vault'
import type { PartState } from './parts.ts'

/** What fails again within so long fails still; longer for what tries again every few minutes, or is given up soon. */
const STREAK_MS = 30_000
const SLOW_STREAK_MS = 6 * 60_000
const SLOW: readonly string[] = ['templates', 'numbers', 'sessions', 'sends']
/** Less is a hiccup, or a start. */
const REPEATEDLY = 3
const FOR_LONG_MS = 4_000

const DISK_FULL = '53100'
/** SQL states of a Postgres that cannot be used at all: broken connections, and its stop or start. */
const NO_ANSWER = /^(08|57P)/

export type Unreported = { readonly since: string; readonly why: string }

type Streak = { readonly since: number; readonly last: number; readonly times: number; why: string }
type Told = { readonly err?: unknown; readonly event_id?: string }

/** Tells which parts of this process fail again and again. */
export type Troubles = {
  /** The same logger; the errors that it is told of count as the part's. */
  noting<L extends object>(part: string, log: L): L
  /** Whatever a part failed of, it does no longer. */
  over(part: string): void
  /** The parts noted, and since when they fail. */
  states(): readonly PartState[]
  /** Notes whether the states could be reported. @param error why not; null when they were */
  reported(error: unknown): void
  /** Since when and why the states cannot be reported; null while they can. */
  unreported(): Unreported | null
}

/** @param now milliseconds */
export function troubles(now: () => number = Date.now): Troubles {
  const parts = new Map<string, Streak | null>()
  let unreported: Unreported | null = null
  const current = (part: string): Streak | null => {
    const streak = parts.get(part) ?? null
    const keep = SLOW.includes(part) ? SLOW_STREAK_MS : STREAK_MS
    return streak !== null && now() - streak.last <= keep ? streak : null
  }
  const note = (part: string, error: unknown) => {
    const { since, times } = current(part) ?? { since: now(), times: 0 }
    parts.set(part, { since, last: now(), times: times + 1, why: whyOf(error) })
  }
  return {
    noting(part, log) {
      parts.set(part, null)
      return new Proxy(log, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if ((name !== 'warn' && name !== 'error') || typeof value !== 'function') return value
          return (told: Told | string, ...more: unknown[]) => {
            // What is about one event stops no part: it is parked.
            if (typeof told === 'object' && told.err !== undefined && told.event_id === undefined)
              note(part, told.err)
            return Reflect.apply(value, target, [told, ...more])
          }
        },
      })
    },
    over: (part) => void parts.set(part, null),
    states: () =>
      [...parts.keys()].map((part) => {
        const streak = current(part)
        const failing = streak !== null && isRepeated(streak)
        return failing
          ? { part, failing_since: new Date(streak.since).toISOString(), why: streak.why }
          : { part, failing_since: null, why: null }
      }),
    reported(error) {
      const since = unreported?.since ?? new Date(now()).toISOString()
      unreported = error === null ? null : { since, why: whyOf(error) }
    },
    unreported: () => unreported,
  }
}

function isRepeated({ since, last, times }: Streak): boolean {
  return times >= REPEATEDLY && last - since >= FOR_LONG_MS
}

/** The kind of an error. Its text may hold what belongs to an account. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown fault'
  if (error instanceof VaultUnavailable) return `the vault: ${whyOf(error.cause)}`
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === DISK_FULL) return `Postgres has no disk space (${DISK_FULL})`
  const isOfPostgres = /^[0-9A-Z]{5}$/.test(code) && !('syscall' in error)
  if (isOfPostgres && !NO_ANSWER.test(code)) return `Postgres says ${code}`
  if (isPostgresUnavailable(error)) return 'Postgres does not answer'
  return code === '' ? error.name : `${error.name} ${code}`
}
