import { computed, effect, signal } from '@preact/signals'
import type { Fact, Gap } from '@recado/contract/dashboard/fact'
import type { SystemState } from '@recado/contract/dashboard/system'
import { ApiError, call, isOnline, onSignedOut } from './client.ts'
import { eventsOf, NoStream } from './event-stream.ts'

/** Who hears of facts. */
export type Listener = {
  readonly onFact: (fact: Fact) => void
  /** Facts were left out. */
  readonly onGap: (gap: Gap) => void
  /** From here on facts are told: what was read before may be older. */
  readonly onBegin: () => void
}

/** What the server is asked for, as a query; a change begins a stream anew. */
export const liveFilter = signal('')

const stream = signal<'connecting' | 'live' | 'offline'>('connecting')
const isBehind = signal(false)

/** Whether the page hears of facts as they happen, and whether lists show them. */
export const lamp = computed(() => {
  if (!isOnline.value) return 'offline'
  return stream.value === 'live' && isBehind.value ? 'behind' : stream.value
})

/** Whether nobody tells what happens, for longer than a new connection takes. */
export const isLost = computed(() => stream.value === 'offline')

const listeners = new Set<Listener>()

/** Hears of facts from now on. @returns what ends it */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The server says something every 15 s; one that does not is not there, ms. */
const SILENT_MS = 40_000
/** A page that nobody sees gives its connection back, ms: a browser may have six. */
const HIDDEN_MS = 30_000
const LONGEST_WAIT_MS = 30_000
/** How often to ask whether lists keep up, ms, and from when on they do not. */
const READS_MS = 5_000
const BEHIND_MS = 3_000

const isAway = signal(false)

/** Follows the account's facts until told to stop: one stream for the page. */
export function startLive(): () => void {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (!document.hidden) isAway.value = false
    else
      timer = setTimeout(() => {
        isAway.value = true
      }, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', look)
  look()
  void follow(stopping.signal)
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    stopping.abort()
  }
}

async function follow(stopped: AbortSignal): Promise<void> {
  let place: Place = { filter: liveFilter.value, last: null }
  let failures = 0
  while (!stopped.aborted) {
    await until(() => !isAway.value)
    if (stopped.aborted) return
    if (place.filter !== liveFilter.value) place = { filter: liveFilter.value, last: null }
    const was = place.last
    const end = await followOnce(place, stopped)
    if (end === 'signed_out') return onSignedOut.tell()
    if (end === 'cut') continue
    failures = place.last === was ? failures + 1 : 0
    stream.value = failures > 0 ? 'offline' : 'connecting'
    await pause(Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2))
  }
}

type Place = { readonly filter: string; last: string | null }
type End = 'cut' | 'ended' | 'signed_out'

/** One connection, to its end. */
async function followOnce(place: Place, stopped: AbortSignal): Promise<End> {
  const cut = new AbortController()
  const abort = () => cut.abort()
  stopped.addEventListener('abort', abort)
  let isCut = false
  const unwatch = effect(() => {
    isCut = liveFilter.value !== place.filter || isAway.value
    if (isCut) abort()
  })
  let silence = setTimeout(abort, SILENT_MS)
  try {
    for await (const { id, event, data } of eventsOf(
      `/dashboard/v1/live${place.filter}`,
      place.last,
      cut.signal,
    )) {
      // What had come already is of the filter before.
      if (isCut) break
      clearTimeout(silence)
      silence = setTimeout(abort, SILENT_MS)
      stream.value = 'live'
      isOnline.value = true
      if (place.last === null && id !== null) for (const { onBegin } of [...listeners]) onBegin()
      if (data !== null) tell(event, data)
      place.last = id ?? place.last
    }
  } catch (error) {
    if (error instanceof NoStream && error.status === 401) return 'signed_out'
    // A place that the server does not understand is none to come back to.
    if (error instanceof NoStream && error.status === 400) place.last = null
  } finally {
    clearTimeout(silence)
    unwatch()
    stopped.removeEventListener('abort', abort)
  }
  return isCut || stopped.aborted ? 'cut' : 'ended'
}

function tell(event: string | null, data: string): void {
  if (event === 'gap') for (const { onGap } of [...listeners]) onGap(JSON.parse(data))
  if (event !== 'fact') return
  const fact: Fact = JSON.parse(data)
  for (const { onFact } of [...listeners]) onFact(fact)
  void lookAtReads()
}

let isLooking = false

/** Asks whether lists show what happened: once after a burst of facts, and on until they do. */
async function lookAtReads(): Promise<void> {
  if (isLooking) return
  isLooking = true
  do {
    await pause(READS_MS)
    isBehind.value = await areReadsBehind()
    // Also without a stream: the next one would begin as if lists were behind still.
  } while (isBehind.value)
  isLooking = false
}

async function areReadsBehind(): Promise<boolean> {
  try {
    const { data } = await call<{ data: SystemState }>('GET', '/system')
    return data.read_models.lag_ms === null || data.read_models.lag_ms > BEHIND_MS
  } catch (error) {
    return error instanceof ApiError && error.status === 503
  }
}

/** Resolves when it is so, which depends on signals. */
async function until(isSo: () => boolean): Promise<void> {
  let end: () => void = () => undefined
  await new Promise<void>((resolve) => {
    end = effect(() => {
      if (isSo()) resolve()
    })
  })
  end()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
