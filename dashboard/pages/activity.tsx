import { daysBetween, MAX_DAYS } from '@recado/contract/days'
import { useLocation } from 'preact-iso'
import { useQuery } from '../api/query.ts'
import { useInterval } from '../api/use-interval.ts'
import { Later } from '../parts/later.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Loading } from '../parts/states.tsx'
import { text } from '../text/choose.ts'
import type { Answer } from './activity/charts.tsx'
import { includesToday, queryOf, rangeOf } from './activity/range.ts'
import { RangeFields } from './activity/range-fields.tsx'

/** Loaded when they are first shown: no other page needs them. */
const loadCharts = () => import('./activity/charts.tsx')

/** How often a range that includes today is read again, ms. */
const RELOAD_INTERVAL_MS = 15_000

/** Figures per hour or day. The range is kept in the address. */
export function Activity() {
  const { query, route } = useLocation()
  const range = rangeOf(query)
  const connection = query.connection_id ?? ''
  const queryString = queryOf(range, connection)
  const days = daysBetween(range.from, range.to)
  const isValid = days >= 1 && days <= MAX_DAYS[range.per]
  const found = useQuery<Answer>(isValid ? `/activity${queryString}` : null)
  useInterval(
    isValid && includesToday(range) ? RELOAD_INTERVAL_MS : null,
    () => void found.reload(),
  )
  const texts = text().activity
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        isValid ? (
          <a
            class="button"
            href={`/dashboard/v1/activity.csv${queryString}`}
            download={`recado-${range.per}s-${range.from}-${range.to}.csv`}
          >
            {texts.csv}
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
        <Later load={loadCharts} placeholder={<Loading rows={12} />}>
          {({ Charts }) => <Charts found={found} connection={connection} />}
        </Later>
      ) : (
        <Empty title={texts.wrong}>
          <p class="muted">{range.per === 'hour' ? texts.mostHours : texts.mostDays}</p>
        </Empty>
      )}
    </Page>
  )
}
