import { computed, effect, signal } from '@preact/signals'
import type { Fact, Gap } from '@recado/contract/dashboard/fact'
import type { SystemState } from '@recado/contract/dashboard/system'
import { ApiError, call, isOnline, onSignedOut } from './client.ts'
import { eventsOf, NoStream } from './event-stream.ts'

/** What a part of the page does with facts. */
export type Listener = {
  readonly onFact: (fact: Fact) => void
  readonly onGap: (gap: Gap) => void
  /** The stream has begun: data read before may be older. */
  readonly onBegin: () => void
}

/** The filter of the stream, as a query string; a change restarts the stream. */
export const liveFilter = signal('')

const stream = signal<'connecting' | 'live' | 'offline'>('connecting')
const isBehind = signal(false)

/** Whether the page receives facts as they happen, and whether lists include them. */
export const lamp = computed(() => {
  if (!isOnline.value) return 'offline'
  return stream.value === 'live' && isBehind.value ? 'behind' : stream.value
})

/** Whether the stream has been down for longer than a reconnect takes. */
export const isStreamDown = computed(() => stream.value === 'offline')

const listeners = new Set<Listener>()

/** Adds a listener. @returns removes it */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The server sends something every 15 s; a connection silent for this long is dead, ms. */
const MAX_SILENCE_MS = 40_000
/** A hidden page closes its connection after this long, ms: a browser allows six per server. */
const MAX_HIDDEN_MS = 30_000
const MAX_WAIT_MS = 30_000
/** How often to check whether lists keep up. */
const CHECK_INTERVAL_MS = 5_000
/** The lag from which lists count as behind: a person would notice it. */
export const MIN_LAG_MS = 3_000

const isAway = signal(false)

/** Follows the account's facts by one stream for the whole page. @returns stops it */
export function startLive(): () => void {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const noteVisibility = () => {
    clearTimeout(timer)
    if (!document.hidden) isAway.value = false
    else
      timer = setTimeout(() => {
        isAway.value = true
      }, MAX_HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', noteVisibility)
  noteVisibility()
  void follow(stopping.signal)
  return () => {
    document.removeEventListener('visibilitychange', noteVisibility)
    clearTimeout(timer)
    stopping.abort()
  }
}

async function follow(stopped: AbortSignal): Promise<void> {
  let place: Place = { filter: liveFilter.value, last: null }
  let failures = 0
  while (!stopped.aborted) {
    await waitUntil(() => !isAway.value)
    if (stopped.aborted) return
    if (place.filter !== liveFilter.value) place = { filter: liveFilter.value, last: null }
    const before = place.last
    const end = await followOnce(place, stopped)
    // Whatever follows, nothing is received until the next stream has begun.
    if (stream.value === 'live') stream.value = 'connecting'
    if (end === 'signed_out') return onSignedOut.notify()
    if (end === 'cut') continue
    failures = place.last === before ? failures + 1 : 0
    stream.value = failures > 0 ? 'offline' : 'connecting'
    await sleep(Math.min(MAX_WAIT_MS, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2))
  }
}

type Place = { readonly filter: string; last: string | null }
type End = 'cut' | 'ended' | 'signed_out'

/** Follows one connection to its end. */
async function followOnce(place: Place, stopped: AbortSignal): Promise<End> {
  const cut = new AbortController()
  const abort = () => cut.abort()
  stopped.addEventListener('abort', abort)
  let isCut = false
  const unwatch = effect(() => {
    isCut = liveFilter.value !== place.filter || isAway.value
    if (isCut) abort()
  })
  let silence = setTimeout(abort, MAX_SILENCE_MS)
  try {
    for await (const { id, event, data } of eventsOf(
      `/dashboard/v1/live${place.filter}`,
      place.last,
      cut.signal,
    )) {
      // Events received before the cut belong to the old filter.
      if (isCut) break
      clearTimeout(silence)
      silence = setTimeout(abort, MAX_SILENCE_MS)
      stream.value = 'live'
      isOnline.value = true
      if (place.last === null && id !== null) for (const { onBegin } of [...listeners]) onBegin()
      if (data !== null) notifyListeners(event, data)
      place.last = id ?? place.last
    }
  } catch (error) {
    if (error instanceof NoStream && error.status === 401) return 'signed_out'
    // The server rejected the position, so it cannot be resumed from.
    if (error instanceof NoStream && error.status === 400) place.last = null
  } finally {
    clearTimeout(silence)
    unwatch()
    stopped.removeEventListener('abort', abort)
  }
  return isCut || stopped.aborted ? 'cut' : 'ended'
}

function notifyListeners(event: string | null, data: string): void {
  if (event === 'gap') for (const { onGap } of [...listeners]) onGap(JSON.parse(data))
  if (event !== 'fact') return
  const fact: Fact = JSON.parse(data)
  for (const { onFact } of [...listeners]) onFact(fact)
  void checkReads()
}

let isChecking = false

/** Checks whether lists include recent facts: once after a burst, and again until they do. */
async function checkReads(): Promise<void> {
  if (isChecking) return
  isChecking = true
  do {
    await sleep(CHECK_INTERVAL_MS)
    isBehind.value = await areReadsBehind()
    // Goes on without a stream too, or the next stream would begin as if lists were still behind.
  } while (isBehind.value)
  isChecking = false
}

async function areReadsBehind(): Promise<boolean> {
  try {
    const { data } = await call<{ data: SystemState }>('GET', '/system')
    return data.read_models.lag_ms === null || data.read_models.lag_ms > MIN_LAG_MS
  } catch (error) {
    return error instanceof ApiError && error.status === 503
  }
}

/** Resolves once a condition over signals holds. */
async function waitUntil(holds: () => boolean): Promise<void> {
  let end: () => void = () => undefined
  await new Promise<void>((resolve) => {
    end = effect(() => {
      if (holds()) resolve()
    })
  })
  end()
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
