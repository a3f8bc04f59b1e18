import type { RawEventHead } from '@recado/contract/dashboard/translation'
import { numberName, useNumbers } from '../api/names.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { Listing } from '../parts/listing.tsx'
import { NumberChoice } from '../parts/number-choice.tsx'
import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { useFilters } from './filters.ts'

const OF_LIST = ofCategories('providerEvent')
const FILTERS = ['connection_id', 'source', 'event']

/** The raw events of providers, newest first. */
export function RawEvents() {
  const chosen = useFilters(FILTERS)
  const numbers = useNumbers()
  const { raw } = text()
  return (
    <Page title={raw.title} about={raw.about}>
      <div class="row filters">
        <NumberChoice
          value={chosen.query.connection_id ?? ''}
          onChange={(id) => chosen.change('connection_id', id)}
        />
      </div>
      <Listing<RawEventHead>
        concerns={OF_LIST}
        path="/raw-events"
        filter={chosen.filter}
        totalText={raw.total}
      >
        {(events) =>
          events.length === 0 ? (
            <Empty title={raw.empty}>
              <p class="muted">{raw.emptyMore}</p>
            </Empty>
          ) : (
            <Events events={events} name={(id) => numberName(numbers, id)} />
          )
        }
      </Listing>
    </Page>
  )
}

type EventsProps = { events: readonly RawEventHead[]; name: (id: string) => string }

function Events({ events, name }: EventsProps) {
  const { raw } = text()
  const { time, event, number, size } = raw.columns
  return (
    <Table label={raw.title} columns={[time, event, number, size]} numbers={[size]}>
      {events.map((one) => (
        <tr key={one.id}>
          <td>
            <Time at={one.received_at} />
          </td>
          <td class="wide">
            <a href={`/dashboard/raw/${one.id}`}>
              {one.event} <span class="muted">{one.id}</span>
            </a>
          </td>
          <td>{name(one.connection_id)}</td>
          <td class="number" data-label={size}>
            {raw.size(one.size)}
          </td>
        </tr>
      ))}
    </Table>
  )
}
