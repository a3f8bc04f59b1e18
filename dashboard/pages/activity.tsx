import type { Activity as ActivityData } from '@recado/contract/dashboard/activity'
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useQuery } from '../api/query.ts'
import { useInterval } from '../api/use-interval.ts'
import { Page } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { text } from '../text/choose.ts'
import { zone } from '../text/time.ts'
import { Chart, type HrefOf } from './activity/chart.tsx'
import { dayOf } from './activity/format.ts'
import { panelsOf } from './activity/panels.ts'
import { daysIn, includesToday, MOST, queryOf, rangeOf } from './activity/range.ts'
import { RangeFields } from './activity/range-fields.tsx'
import { Scrubber } from './activity/scrubber.tsx'

type Answer = { readonly data: ActivityData }

/** How often a range that includes today is read again, ms. */
const AGAIN_MS = 15_000

/** Figures per hour or day. The range is kept in the address. */
export function Activity() {
  const { query, route } = useLocation()
  const range = rangeOf(query)
  const connection = query.connection_id ?? ''
  const asked = queryOf(range, connection)
  const days = daysIn(range)
  const isValid = days >= 1 && days <= MOST[range.per]
  const found = useQuery<Answer>(isValid ? `/activity${asked}` : null)
  useInterval(isValid && includesToday(range) ? AGAIN_MS : null, () => void found.reload())
  const said = text().activity
  return (
    <Page
      title={said.title}
      about={said.about}
      actions={
        isValid ? (
          <a
            class="button"
            href={`/dashboard/v1/activity.csv${asked}`}
            download={`recado-${range.per}s-${range.from}-${range.to}.csv`}
          >
            {said.csv}
          </a>
        ) : null
      }
    >
      <RangeFields
        range={range}
        connection={connection}
        onChange={(changes) => {
          const now = { ...range, connection_id: connection, ...changes }
          const given = Object.entries(now).filter(([, value]) => value !== '')
          route(`/dashboard/activity?${new URLSearchParams(given)}`)
        }}
      />
      {isValid ? (
        <Charts found={found} connection={connection} />
      ) : (
        <Empty title={said.wrong}>
          <p class="muted">{range.per === 'hour' ? said.mostHours : said.mostDays}</p>
        </Empty>
      )}
    </Page>
  )
}

type ChartsProps = {
  readonly found: ReturnType<typeof useQuery<Answer>>
  readonly connection: string
}

/** Keeps the charts of the last answer while the next one loads, so that nothing jumps. */
function Charts({ found, connection }: ChartsProps) {
  const last = useRef<Answer | null>(null)
  last.current = found.body ?? last.current
  const isOld = found.body === null && found.error === null
  const query = isOld ? { ...found, body: last.current } : found
  return (
    <Loaded query={query} rows={12}>
      {({ data }) => <Shown activity={data} connection={connection} isOld={isOld} />}
    </Loaded>
  )
}

type ShownProps = {
  readonly activity: ActivityData
  readonly connection: string
  readonly isOld: boolean
}

function Shown({ activity, connection, isOld }: ShownProps) {
  const [selected, onSelect] = useState<number | null>(null)
  const said = text().activity
  const panels = useMemo(() => panelsOf(activity.total), [activity, said])
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
      <Empty title={said.nothing}>
        <p class="muted">{said.nothingMore}</p>
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
        {said.zone(zone())}
        {isGone ? ` · ${said.gone(dayOf(deliveries_since))}` : ''}
      </p>
    </div>
  )
}
