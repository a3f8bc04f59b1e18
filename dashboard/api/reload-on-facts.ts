import { effect } from '@preact/signals'
import type { Fact } from '@recado/contract/dashboard/fact'
import type { ShownCategory } from '@recado/domain/category'
import { useEffect, useRef } from 'preact/hooks'
import { isStreamDown, listen } from './live.ts'
import { laterOf } from './position.ts'

/** Whether a fact changes what a page shows. */
export type FactFilter = (fact: Fact) => boolean

/** Accepts facts of these categories. */
export function ofCategories(...categories: readonly ShownCategory[]): FactFilter {
  const names = new Set<string>(categories)
  return ({ stream }) => names.has(stream.slice(0, stream.indexOf('-')))
}

/** Accepts facts that name a thing, by their stream or in their data. */
export function mentions(id: string): FactFilter {
  return ({ stream, data }) => stream.endsWith(`-${id}`) || Object.values(data).includes(id)
}

/** The delay from a fact to its read, and the minimum pause before the next read, ms. */
const READ_DELAY_MS = 250
const MIN_PAUSE_MS = 2_000
const RETRY_MS = 5_000
/** How often to read while there is no stream, ms. */
const LOST_INTERVAL_MS = 5_000

/**
 * Reads what is shown again after facts that concern it; a burst of facts causes one read.
 * @param reload reads as of a position, if one is known; resolves to false when the server is not that far yet
 */
export function useReloadOnFacts(concerns: FactFilter | null, reload: Reload) {
  const latest = useRef({ concerns, reload })
  latest.current = { concerns, reload }
  useEffect(() => {
    if (concerns === null) return
    const { note, stop } = newSchedule((position) => latest.current.reload(position))
    const stopListening = listen({
      onFact: (fact) => {
        if (latest.current.concerns?.(fact)) note(fact.position)
      },
      onGap: ({ to }) => note(to),
      onBegin: () => note(null),
    })
    const unwatch = repeatWhileLost(() => note(null))
    return () => {
      stopListening()
      unwatch()
      stop()
    }
  }, [concerns === null])
}

type Reload = (position?: string) => Promise<boolean>

/** Reads soon after a fact is noted, never more often than every `MIN_PAUSE_MS`, and again while the server lags. */
function newSchedule(reload: Reload) {
  let isDue = false
  /** Position of the newest fact to be shown; null when something may have happened, at an unknown position. */
  let newest: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const wait = (ms: number) => {
    // A read may be under way when the page is left.
    if (isStopped) return
    timer = setTimeout(() => void read(), ms)
  }
  const read = async () => {
    timer = undefined
    if (!isDue) return
    if (document.hidden) return wait(MIN_PAUSE_MS)
    const position = newest
    isDue = false
    newest = null
    wait(RETRY_MS)
    const isThere = await reload(position ?? undefined)
    if (!isThere) {
      isDue = true
      newest = laterOf(newest, position)
    }
    clearTimeout(timer)
    wait(isThere ? MIN_PAUSE_MS : RETRY_MS)
  }
  const note = (position: string | null) => {
    isDue = true
    newest = laterOf(newest, position)
    if (timer === undefined) wait(READ_DELAY_MS)
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
  }
  return { note, stop }
}

/** Calls `act` every `LOST_INTERVAL_MS` while there is no stream. @returns stops it */
function repeatWhileLost(act: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const unwatch = effect(() => {
    clearInterval(timer)
    timer = isStreamDown.value ? setInterval(act, LOST_INTERVAL_MS) : undefined
  })
  return () => {
    unwatch()
    clearInterval(timer)
  }
}
