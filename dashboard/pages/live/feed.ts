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
  /** What came live and what was found further back, around the first page; newest first. */
  readonly itemsAfter: (first: FactPage) => { items: Item[]; searchedTo: string | null }
  readonly searchOn: (before: string) => Promise<void>
  /** Whether the last search found nothing. */
  readonly foundNothing: boolean
}

/** A page that stays open for days holds so many. */
const MOST = 500
/** A burst is drawn at once, ms. */
const DRAW_MS = 100

/** Facts of a filter, from now on and as far back as somebody searches. */
export function useFeed(filter: string): Feed {
  const history = useQuery<FactPage>(`/facts?limit=50${filter}`)
  const all = useRef<Item[]>([])
  const [shown, setShown] = useState<readonly Item[]>([])
  const [waiting, setWaiting] = useState(0)
  const [older, setOlder] = useState<FactPage | null>(null)
  const [isPaused, setPaused] = useState(false)
  const pausedNow = useRef(false)
  pausedNow.current = isPaused
  useEffect(() => {
    all.current = []
    setShown([])
    setOlder(null)
    setWaiting(0)
    let timer: ReturnType<typeof setTimeout> | undefined
    let count = 0
    const draw = () => {
      timer = undefined
      const came = count
      if (pausedNow.current) return setWaiting((n) => n + came)
      setShown([...all.current])
    }
    const add = (item: Item) => {
      all.current = [item, ...all.current].slice(0, MOST)
      if (timer === undefined) {
        count = 0
        timer = setTimeout(draw, DRAW_MS)
      }
      count += 1
    }
    const deaf = listen({
      onFact: (fact) => add({ kind: 'fact', ...fact }),
      onGap: (gap) => add({ kind: 'gap', ...gap }),
      onBegin: () => void history.reload(),
    })
    return () => {
      deaf()
      clearTimeout(timer)
    }
  }, [filter])
  return {
    ...{ history, isPaused, waiting },
    toggle() {
      if (isPaused) setShown([...all.current])
      setWaiting(0)
      setPaused(!isPaused)
    },
    itemsAfter: (first) => ({
      items: merged(shown, [...first.data, ...(older?.data ?? [])]),
      searchedTo: older === null ? first.searched_to : older.searched_to,
    }),
    async searchOn(before) {
      const path = `/facts?limit=50&before=${before}${filter}`
      const page = await call<FactPage>('GET', path).catch(() => null)
      if (page !== null) setOlder({ ...page, data: [...(older?.data ?? []), ...page.data] })
    },
    foundNothing: older !== null && older.data.length === 0,
  }
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
