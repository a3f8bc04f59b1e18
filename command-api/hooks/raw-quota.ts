import { DAY_MS } from '@recado/domain/durations'
import { once } from '@recado/infra/concurrency/once'
import type { AmountByPayer } from './limit-hook-rate.ts'
import type { RawBytes } from './raw-bytes.ts'

/**
 * Counts the raw bytes that hooks receive in a UTC day, by owner: an account or, for what belongs to no account, its app
 * or business account. What an owner sends beyond the quota is refused until the next day.
 */
export type RawQuota = {
  /** Counts the bytes of a POST, unless its owners have reached the quota. Waits for nobody. */
  take(amounts: AmountByPayer): Taken
  /** The time until the quota begins anew, s. */
  secondsToRenewal(): number
  /** How many owners have used 80 % of their quota or more, as far as this process knows. */
  countNear(): number
  /** Adds to Postgres what this process has counted; what fails now is added later. */
  flush(): Promise<void>
}

export type Taken = {
  /** Whose changes are refused. */
  readonly refused: ReadonlySet<string>
  /** Whether nothing of the POST may be recorded; then nothing was counted. */
  readonly isWhole: boolean
  /** Takes the count back, because nothing was added to the log; calling it again changes nothing. */
  giveBack(): void
}

export type RawQuotaOptions = {
  /** Bytes of an owner in a day; 0 for no limit: bytes are still counted, to be shown. */
  readonly perDay: number
  readonly store: RawBytes
  readonly now: () => Date
  /** How long counts are gathered before one statement writes them, ms. */
  readonly everyMs?: number
  readonly onRefused?: () => void
  /** Called after the first of several failures in a row. */
  readonly onFailure?: (error: unknown) => void
}

type Use = {
  readonly day: string
  readonly owner: string
  /** The bytes that all processes had counted when Postgres answered last. */
  counted: number
  unwritten: number
  /** Whether it was refused since then: another process may have taken a count back meanwhile. */
  wasRefused: boolean
}

const NEAR_SHARE = 0.8
/**
 * A POST is still recorded for its other owners when one of them has reached the quota, up to a second quota: otherwise
 * one account could fill the log through another one that shares its app.
 */
const MAX_QUOTAS_FOR_OTHERS = 2
const GATHERING_MS = 1_000
/** Without a quota, nothing depends on the count. */
const GATHERING_WITHOUT_QUOTA_MS = 60_000

/** Opens the quota of this process. */
export function rawQuota(options: RawQuotaOptions): RawQuota {
  const { now, onRefused } = options
  const perDay = options.perDay === 0 ? Number.POSITIVE_INFINITY : options.perDay
  const uses = new Map<string, Use>()
  const today = () => now().toISOString().slice(0, 10)
  const { flush, flushSoon } = openWriter(options, uses, today)
  const useOf = (owner: string): Use => {
    const day = today()
    const key = `${day} ${owner}`
    const use = uses.get(key) ?? { day, owner, counted: 0, unwritten: 0, wasRefused: false }
    uses.set(key, use)
    return use
  }
  const count = (amounts: readonly (readonly [Use, number])[], sign: 1 | -1) => {
    for (const [use, bytes] of amounts) use.unwritten += sign * Math.round(bytes)
    flushSoon()
  }
  const noteRefused = (over: readonly Use[]) => {
    for (const use of over) use.wasRefused = true
    onRefused?.()
    flushSoon()
  }
  return {
    take(amounts) {
      const all = [...amounts].map(([owner, bytes]) => [useOf(owner), bytes] as const)
      const over = all.flatMap(([use]) => (bytesOf(use) >= perDay ? [use] : []))
      if (over.length > 0) noteRefused(over)
      const refused = new Set(over.map(({ owner }) => owner))
      const isTooMuch = over.some((use) => bytesOf(use) >= MAX_QUOTAS_FOR_OTHERS * perDay)
      if (isTooMuch || (over.length > 0 && over.length === all.length))
        return { refused, isWhole: true, giveBack: () => undefined }
      count(all, 1)
      return { refused, isWhole: false, giveBack: once(() => count(all, -1)) }
    },
    secondsToRenewal: () => Math.max(1, Math.ceil((DAY_MS - (now().getTime() % DAY_MS)) / 1_000)),
    countNear: () => [...uses.values()].filter((use) => isNear(use, today(), perDay)).length,
    flush,
  }
}

function bytesOf({ counted, unwritten }: Use): number {
  return counted + unwritten
}

function isNear(use: Use, today: string, perDay: number): boolean {
  return use.day === today && bytesOf(use) >= NEAR_SHARE * perDay
}

function isDue({ unwritten, wasRefused }: Use): boolean {
  return unwritten !== 0 || wasRefused
}

/** Writes the counts of all owners at once; hooks neither wait for that nor fail with it. */
function openWriter(
  { store, perDay, everyMs, onFailure }: RawQuotaOptions,
  uses: Map<string, Use>,
  today: () => string,
) {
  const waitMs = everyMs ?? (perDay === 0 ? GATHERING_WITHOUT_QUOTA_MS : GATHERING_MS)
  let isGathering = false
  let isFailing = false
  let running = Promise.resolve()
  const write = async () => {
    const due = [...uses.values()].filter(isDue)
    try {
      if (due.length > 0) await writeAll(store, due, uses)
      isFailing = false
    } catch (error) {
      if (!isFailing) onFailure?.(error)
      isFailing = true
    }
    for (const [key, use] of uses) if (use.day !== today() && !isDue(use)) uses.delete(key)
  }
  const flush = () => {
    running = running.then(write)
    return running
  }
  const flushSoon = () => {
    if (isGathering) return
    isGathering = true
    setTimeout(async () => {
      await flush()
      isGathering = false
      if ([...uses.values()].some(isDue)) flushSoon()
    }, waitMs).unref()
  }
  return { flush, flushSoon }
}

/** Writes due counts. What is counted meanwhile, or cannot be written, is written later. */
async function writeAll(
  store: RawBytes,
  due: readonly Use[],
  uses: ReadonlyMap<string, Use>,
): Promise<void> {
  const writing = due.map((use) => ({ use, bytes: use.unwritten }))
  for (const use of due) use.wasRefused = false
  const totals = await store.add(
    writing.map(({ use: { day, owner }, bytes }) => ({ day, owner, bytes })),
  )
  for (const { use, bytes } of writing) use.unwritten -= bytes
  for (const { day, owner, bytes } of totals) {
    const use = uses.get(`${day} ${owner}`)
    if (use !== undefined) use.counted = bytes
  }
}
