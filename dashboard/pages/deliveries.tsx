import type { WebhookDelivery } from '@recado/contract/webhook-delivery'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { about } from '../api/news.ts'
import { useQuery } from '../api/query.ts'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { DeliveryFilters, FILTERS } from './deliveries/delivery-filters.tsx'
import { changedQuery, kept } from './filters.ts'

type Listed = {
  readonly data: readonly WebhookDelivery[]
  readonly pagination: { readonly total: number }
}

/** Deliveries follow from facts of messages too. */
const OF_DELIVERIES = about('webhookDelivery', 'message', 'providerMessage')
const PAGE = 50
const MOST = 200

/** What was posted to webhooks. */
export function Deliveries() {
  const { query, route } = useLocation()
  const [limit, setLimit] = useState(PAGE)
  const filter = kept(query, FILTERS)
  useEffect(() => setLimit(PAGE), [filter])
  const found = useQuery<Listed>(`/webhooks/deliveries?limit=${limit}${filter}`, OF_DELIVERIES)
  const { deliveries } = text()
  return (
    <Page title={deliveries.title} about={deliveries.about}>
      <DeliveryFilters
        query={query}
        onChange={(name, value) =>
          route(`/dashboard/deliveries${changedQuery(query, FILTERS, name, value)}`)
        }
      />
      <Loaded query={found} rows={8}>
        {({ data, pagination: { total } }) => (
          <>
            <DeliveryTable deliveries={data} />
            <Pager
              shown={data.length}
              total={limit === MOST ? data.length : total}
              said={deliveries.total(total)}
              onMore={() => setLimit(Math.min(MOST, limit + PAGE))}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function DeliveryTable({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  const { deliveries: said } = text()
  const { columns } = said
  if (deliveries.length === 0)
    return (
      <Empty title={said.empty}>
        <p class="muted">{said.emptyMore}</p>
      </Empty>
    )
  const heads = [columns.time, columns.event, columns.status, columns.attempts, columns.answer]
  return (
    <Table label={said.title} columns={heads} numbers={[columns.attempts]}>
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            <Time at={delivery.created_at} />
          </td>
          <td class="wide">
            <a href={`/dashboard/deliveries/${delivery.id}`}>{delivery.event}</a>
          </td>
          <td>
            <Status status={delivery.status} />
          </td>
          <td class="number short" data-label={columns.attempts}>
            {delivery.attempts}
          </td>
          <td class="short" data-label={columns.answer}>
            {delivery.last_status ?? delivery.last_error ?? ''}
          </td>
        </tr>
      ))}
    </Table>
  )
}
