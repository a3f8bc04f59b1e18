import type { Activity as ActivityData } from '@recado/contract/dashboard/activity'
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import type { Query } from '../../api/query.ts'
import { Empty, Loaded } from '../../parts/states.tsx'
import { text } from '../../text/choose.ts'
import { zone } from '../../text/time.ts'
import { Chart, type HrefOf } from './chart.tsx'
import { dayOf } from './format.ts'
import { panelsOf } from './panels.ts'
import { Scrubber } from './scrubber.tsx'

/** The server's answer with the figures. */
export type Answer = { readonly data: ActivityData }

type ChartsProps = {
  readonly found: Query<Answer>
  readonly connection: string
}

/** Keeps the charts of the last answer while the next one loads, so that nothing jumps. */
export function Charts({ found, connection }: ChartsProps) {
  const last = useRef<Answer | null>(null)
  last.current = found.body ?? last.current
  const isOld = found.body === null && found.error === null
  const query = isOld ? { ...found, body: last.current } : found
  return (
    <Loaded query={query} rows={12}>
      {({ data }) => <ChartList activity={data} connection={connection} isOld={isOld} />}
    </Loaded>
  )
}

type ChartListProps = {
  readonly activity: ActivityData
  readonly connection: string
  readonly isOld: boolean
}

function ChartList({ activity, connection, isOld }: ChartListProps) {
  const [selected, onSelect] = useState<number | null>(null)
  const texts = text().activity
  const panels = useMemo(() => panelsOf(activity.total), [activity, texts])
  const hrefOf = useCallback<HrefOf>(
    ({ list }, { start, end }) => {
      const number = connection === '' ? '' : `&connection_id=${encodeURIComponent(connection)}`
      return `/dashboard/${list}&since=${start}&until=${end}${number}`
    },
    [connection],
  )
  const { total, buckets, deliveries_since } = activity
  const isNothing = panels.every(({ series }) => series.every(({ value }) => value(total) === 0))
  if (isNothing)
    return (
      <Empty title={texts.nothing}>
        <p class="muted">{texts.nothingMore}</p>
      </Empty>
    )
  const chosen = selected !== null && selected < buckets.length ? selected : null
  const isGone = deliveries_since !== null && deliveries_since > (buckets[0]?.start ?? '')
  return (
    <div class={isOld ? 'charts old' : 'charts'} aria-busy={isOld}>
      <Scrubber {...{ activity, onSelect }} selected={chosen} />
      {panels.map((panel) => (
        <Chart key={panel.name} {...{ panel, activity, onSelect, hrefOf }} selected={chosen} />
      ))}
      <p class="muted small notes">
        {texts.zone(zone())}
        {isGone ? ` · ${texts.gone(dayOf(deliveries_since))}` : ''}
      </p>
    </div>
  )
}
