import type { Fact, FactPage, Gap } from '@recado/contract/dashboard/fact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { listen } from '../../api/live.ts'
import { type Query, useQuery } from '../../api/query.ts'

/** A fact, or facts that are missing. */
export type Item = ({ readonly kind: 'fact' } & Fact) | ({ readonly kind: 'gap' } & Gap)

/** What the page of live facts shows. */
export type Feed = {
  readonly history: Query<FactPage>
  readonly isPaused: boolean
  /** How many came since. */
  readonly waiting: number
  readonly toggle: () => void
  /** What came live and what was found further back, around the first page. */
  readonly around: (first: FactPage) => Around
}

type Around = {
  /** Newest first. */
  readonly items: Item[]
  /** Null when all was searched. */
  readonly searchOn: (() => Promise<void>) | null
  /** Whether the last search found nothing. */
  readonly foundNothing: boolean
}

/** What came live, and behind which position it is not kept any longer. */
type Came = { readonly items: readonly Item[]; readonly keptTo: string | null }

type Older = FactPage & { readonly from: string }

const NOTHING: Came = { items: [], keptTo: null }
/** A page that stays open for days holds so many. */
const MOST = 500
/** A burst is drawn at once, ms. */
const DRAW_MS = 100

/** Facts of a filter, from now on and as far back as somebody searches. */
export function useFeed(filter: string): Feed {
  const history = useQuery<FactPage>(`/facts?limit=50${filter}`)
  const [isPaused, setPaused] = useState(false)
  const arrivals = useArrivals(filter, isPaused, history.reload)
  /** What was searched, and from where: it is shown below what ends there, and below nothing else. */
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
        items: merged(items, [...read.data, ...found]),
        searchOn: to === null ? null : () => search(to),
        foundNothing: more !== null && found.length === 0,
      }
    },
  }
}

/** What came live, drawn unless the page is paused. @param reload reads what is already there */
function useArrivals(filter: string, isPaused: boolean, reload: () => Promise<boolean>) {
  const all = useRef(NOTHING)
  const [shown, setShown] = useState(NOTHING)
  const [waiting, setWaiting] = useState(0)
  const pausedNow = useRef(false)
  pausedNow.current = isPaused
  useEffect(() => {
    const startOver = () => {
      all.current = NOTHING
      setShown(NOTHING)
      setWaiting(0)
    }
    startOver()
    const drawing = inBursts((came) => {
      if (pausedNow.current) setWaiting((n) => n + came)
      else setShown(all.current)
    })
    const add = (item: Item) => {
      all.current = withOneMore(all.current, item)
      drawing.soon()
    }
    const deaf = listen({
      onFact: (fact) => add({ kind: 'fact', ...fact }),
      onGap: (gap) => add({ kind: 'gap', ...gap }),
      onBegin() {
        // Nobody tells what happened since the last stream: what is read now has it.
        startOver()
        void reload()
      },
    })
    return () => {
      deaf()
      drawing.end()
    }
  }, [filter])
  const showAll = () => {
    setShown(all.current)
    setWaiting(0)
  }
  return { shown, waiting, showAll }
}

/** Draws a burst at once. @param draw told how many came since the last time */
function inBursts(draw: (came: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let came = 0
  const now = () => {
    timer = undefined
    draw(came)
    came = 0
  }
  return {
    soon() {
      came += 1
      timer ??= setTimeout(now, DRAW_MS)
    },
    end: () => clearTimeout(timer),
  }
}

/** Whatever becomes too much is left to be searched for again: it is not missing in between. */
function withOneMore({ items, keptTo }: Came, item: Item): Came {
  if (items.length < MOST) return { items: [item, ...items], keptTo }
  const kept = [item, ...items].slice(0, MOST)
  while (kept.at(-1)?.kind === 'gap') kept.pop()
  const oldest = kept.at(-1)
  return { items: kept, keptTo: oldest === undefined ? keptTo : String(placeOf(oldest)) }
}

/** What came live and what was read, each once and the newest first. */
function merged(live: readonly Item[], read: readonly Fact[]): Item[] {
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
