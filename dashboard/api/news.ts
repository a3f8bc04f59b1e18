import { effect } from '@preact/signals'
import type { Fact } from '@recado/contract/dashboard/fact'
import { useEffect, useRef } from 'preact/hooks'
import { isLost, listen } from './live.ts'

/** Whether a fact changes what a page shows. */
export type Concerns = (fact: Fact) => boolean

/** Facts of these categories concern a page. */
export function about(...categories: readonly string[]): Concerns {
  return ({ stream }) => categories.includes(stream.slice(0, stream.indexOf('-')))
}

/** Facts that name a thing, by its stream or by their data. */
export function naming(id: string): Concerns {
  return ({ stream, data }) => stream.endsWith(`-${id}`) || Object.values(data).includes(id)
}

/** How soon after a fact, and how long after that again at the earliest, ms. */
const SOON_MS = 250
const REST_MS = 2_000
const BEHIND_MS = 5_000
/** How often to look while there is no stream that tells, ms. */
const LOST_MS = 5_000
/** Something may have happened, and nobody can say where. */
const SOME = ''

/**
 * Reads again what is shown, as of facts that concern it: a burst of them is one reading.
 * @param reload of a position, where one is known; answers false when that is not there yet
 */
export function useNews(
  concerns: Concerns | null,
  reload: (position?: string) => Promise<boolean>,
) {
  const now = useRef({ concerns, reload })
  now.current = { concerns, reload }
  useEffect(() => {
    if (concerns === null) return
    let newest: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) => {
      timer = setTimeout(() => void read(), ms)
    }
    const read = async () => {
      timer = undefined
      if (newest === null) return
      if (document.hidden) return wait(REST_MS)
      const position = newest
      newest = null
      wait(BEHIND_MS)
      const isThere = await now.current.reload(position === SOME ? undefined : position)
      if (!isThere) newest ??= position
      clearTimeout(timer)
      wait(isThere ? REST_MS : BEHIND_MS)
    }
    const note = (position: string) => {
      newest = position
      if (timer === undefined) wait(SOON_MS)
    }
    const deaf = listen({
      onFact: (fact) => {
        if (now.current.concerns?.(fact)) note(fact.position)
      },
      onGap: () => note(SOME),
      onBegin: () => note(SOME),
    })
    const unwatch = whileLost(() => note(SOME))
    return () => {
      deaf()
      unwatch()
      clearTimeout(timer)
    }
  }, [concerns === null])
}

/** Does something every so often while no stream tells what happens. @returns what ends it */
function whileLost(act: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const unwatch = effect(() => {
    clearInterval(timer)
    timer = isLost.value ? setInterval(act, LOST_MS) : undefined
  })
  return () => {
    unwatch()
    clearInterval(timer)
  }
}
