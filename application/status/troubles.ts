import { isPostgresUnavailable } from '@recado/infra/postgres/unavailable'
import { VaultUnavailable } from '@recado/infra/vault/vault'
import type { PartState } from './parts.ts'

/** The longest pause between failures of one streak; longer for parts that retry every few minutes, or give up soon. */
const MAX_STREAK_GAP_MS = 30_000
const MAX_SLOW_STREAK_GAP_MS = 6 * 60_000
const SLOW_PARTS: readonly string[] = ['templates', 'numbers', 'sessions', 'sends', 'media_store']
/** A streak with fewer failures, or a shorter one, is a hiccup or part of a start. */
const MIN_FAILURES = 3
const MIN_FAILING_MS = 4_000

const DISK_FULL = '53100'
/** SQL states of a Postgres that cannot be used at all: broken connections, or a stop or start. */
const UNAVAILABLE_STATES = /^(08|57P)/

export type ReportOutage = { readonly since: string; readonly why: string }

type Streak = { readonly since: number; readonly last: number; readonly times: number; why: string }
type Logged = { readonly err?: unknown; readonly event_id?: string }

export type Troubles = {
  /** Wraps a logger: each error that it logs counts as a failure of the part. */
  watch<L extends object>(part: string, log: L): L
  clear(part: string): void
  states(): readonly PartState[]
  /** Notes whether the states could be reported. @param error why not; null when they were */
  noteReported(error: unknown): void
  /** Since when and why the states cannot be reported; null while they can be. */
  reportOutage(): ReportOutage | null
}

/** Collects the failures of a process's parts. @param now Unix time, ms */
export function troubles(now: () => number = Date.now): Troubles {
  const parts = new Map<string, Streak | null>()
  let unreported: ReportOutage | null = null
  const current = (part: string): Streak | null => {
    const streak = parts.get(part) ?? null
    const keep = SLOW_PARTS.includes(part) ? MAX_SLOW_STREAK_GAP_MS : MAX_STREAK_GAP_MS
    return streak !== null && now() - streak.last <= keep ? streak : null
  }
  const note = (part: string, error: unknown) => {
    const { since, times } = current(part) ?? { since: now(), times: 0 }
    parts.set(part, { since, last: now(), times: times + 1, why: whyOf(error) })
  }
  return {
    watch(part, log) {
      parts.set(part, null)
      return new Proxy(log, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if ((name !== 'warn' && name !== 'error') || typeof value !== 'function') return value
          return (line: Logged | string, ...more: unknown[]) => {
            // An error about one event does not stop the part: the event is parked.
            if (typeof line === 'object' && line.err !== undefined && line.event_id === undefined)
              note(part, line.err)
            return Reflect.apply(value, target, [line, ...more])
          }
        },
      })
    },
    clear: (part) => void parts.set(part, null),
    states: () =>
      [...parts.keys()].map((part) => {
        const streak = current(part)
        const failing = streak !== null && isRepeated(streak)
        return failing
          ? { part, failing_since: new Date(streak.since).toISOString(), why: streak.why }
          : { part, failing_since: null, why: null }
      }),
    noteReported(error) {
      const since = unreported?.since ?? new Date(now()).toISOString()
      unreported = error === null ? null : { since, why: whyOf(error) }
    },
    reportOutage: () => unreported,
  }
}

function isRepeated({ since, last, times }: Streak): boolean {
  return times >= MIN_FAILURES && last - since >= MIN_FAILING_MS
}

/** The kind of an error, without its text, which may hold an account's data. */
function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown fault'
  if (error instanceof VaultUnavailable) return `the vault: ${whyOf(error.cause)}`
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === DISK_FULL) return `Postgres has no disk space (${DISK_FULL})`
  const isOfPostgres = /^[0-9A-Z]{5}$/.test(code) && !('syscall' in error)
  if (isOfPostgres && !UNAVAILABLE_STATES.test(code)) return `Postgres says ${code}`
  if (isPostgresUnavailable(error)) return 'Postgres does not answer'
  return code === '' ? error.name : `${error.name} ${code}`
}
