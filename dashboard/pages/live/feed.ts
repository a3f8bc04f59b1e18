import type { Fact, FactPage, Gap } from '@recado/contract/dashboard/fact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { listen } from '../../api/live.ts'
import { type Query, useQuery } from '../../api/query.ts'

/** A fact, or a gap where facts are missing. */
export type Item = ({ readonly kind: 'fact' } & Fact) | ({ readonly kind: 'gap' } & Gap)

/** The state of the page of live facts. */
export type Feed = {
  readonly history: Query<FactPage>
  readonly isPaused: boolean
  /** The number of facts that arrived during the pause. */
  readonly waiting: number
  readonly toggle: () => void
  /** Merges live facts, the first page, and older pages that were searched for. */
  readonly around: (first: FactPage) => Around
}

type Around = {
  /** Newest first. */
  readonly items: Item[]
  /** Searches further back; null when the whole log was searched. */
  readonly searchOn: (() => Promise<void>) | null
  /** Whether the last search found nothing. */
  readonly foundNothing: boolean
}

/** Live facts, and the position before which they were dropped; null when none were. */
type Arrived = { readonly items: readonly Item[]; readonly keptTo: string | null }

type Older = FactPage & { readonly from: string }

const NOTHING: Arrived = { items: [], keptTo: null }
/** The most facts kept by a page that stays open. */
const MAX_ITEMS = 500
/** Facts that arrive within this time are drawn together, ms. */
const DRAW_DELAY_MS = 100

/** The facts that match a filter: new ones, and as far back as the user searches. */
export function useFeed(filter: string): Feed {
  const history = useQuery<FactPage>(`/facts?limit=50${filter}`)
  const [isPaused, setPaused] = useState(false)
  const arrivals = useArrivals(filter, isPaused, history.reload)
  /** Older facts, and the position from which they were searched: shown only below a list that ends there. */
  const [older, setOlder] = useState<Older | null>(null)
  return {
    history,
    isPaused,
    waiting: arrivals.waiting,
    toggle() {
      if (isPaused) arrivals.showAll()
      setPaused(!isPaused)
    },
    around(first) {
      const { items, keptTo } = arrivals.shown
      const read = keptTo === null ? first : { data: [], searched_to: keptTo }
      const from = read.searched_to
      const more = older !== null && older.from === from ? older : null
      const to = more === null ? from : more.searched_to
      const found = more?.data ?? []
      const search = async (before: string) => {
        const path = `/facts?limit=50&before=${before}${filter}`
        const page = await call<FactPage>('GET', path).catch(() => null)
        if (page !== null && from !== null)
          setOlder({ ...page, from, data: [...found, ...page.data] })
      }
      return {
        items: mergeItems(items, [...read.data, ...found]),
        searchOn: to === null ? null : () => search(to),
        foundNothing: more !== null && found.length === 0,
      }
    },
  }
}

/** Live facts, drawn unless the page is paused. @param reload reads the first page again */
function useArrivals(filter: string, isPaused: boolean, reload: () => Promise<boolean>) {
  const all = useRef(NOTHING)
  const [shown, setShown] = useState(NOTHING)
  const [waiting, setWaiting] = useState(0)
  const isPausedNow = useRef(false)
  isPausedNow.current = isPaused
  useEffect(() => {
    const startOver = () => {
      all.current = NOTHING
      setShown(NOTHING)
      setWaiting(0)
    }
    startOver()
    const drawing = newDrawing((arrived) => {
      if (isPausedNow.current) setWaiting((n) => n + arrived)
      else setShown(all.current)
    })
    const add = (item: Item) => {
      all.current = addItem(all.current, item)
      drawing.schedule()
    }
    const stopListening = listen({
      onFact: (fact) => add({ kind: 'fact', ...fact }),
      onGap: (gap) => add({ kind: 'gap', ...gap }),
      onBegin() {
        // Facts since the last stream were not received; the new read includes them.
        startOver()
        void reload()
      },
    })
    return () => {
      stopListening()
      drawing.end()
    }
  }, [filter])
  const showAll = () => {
    setShown(all.current)
    setWaiting(0)
  }
  return { shown, waiting, showAll }
}

/** Draws a burst at once. @param draw gets the number of facts since the last call */
function newDrawing(draw: (arrived: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let arrived = 0
  const now = () => {
    timer = undefined
    draw(arrived)
    arrived = 0
  }
  return {
    schedule() {
      arrived += 1
      timer ??= setTimeout(now, DRAW_DELAY_MS)
    },
    end: () => clearTimeout(timer),
  }
}

/** Adds an item. The oldest beyond `MAX_ITEMS` are dropped and can be searched for again, so no gap appears. */
function addItem({ items, keptTo }: Arrived, item: Item): Arrived {
  if (items.length < MAX_ITEMS) return { items: [item, ...items], keptTo }
  const kept = [item, ...items].slice(0, MAX_ITEMS)
  while (kept.at(-1)?.kind === 'gap') kept.pop()
  const oldest = kept.at(-1)
  return { items: kept, keptTo: oldest === undefined ? keptTo : String(placeOf(oldest)) }
}

/** Live items and read facts, each once, the newest first. */
function mergeItems(live: readonly Item[], read: readonly Fact[]): Item[] {
  const known = new Set<string>()
  const isNew = (item: Item) => {
    if (item.kind === 'gap') return true
    if (known.has(item.event_id)) return false
    known.add(item.event_id)
    return true
  }
  const facts = read.map((fact) => ({ kind: 'fact' as const, ...fact }))
  return [...live, ...facts].filter(isNew).sort((a, b) => (placeOf(a) > placeOf(b) ? -1 : 1))
}

function placeOf(item: Item): bigint {
  return BigInt(item.kind === 'fact' ? item.position : item.to)
}
