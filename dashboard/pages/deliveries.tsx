import type { ListedDelivery } from '@recado/contract/webhook-delivery'
import { ofCategories } from '../api/reload-on-facts.ts'
import { Listing } from '../parts/listing.tsx'
import { Page } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Empty } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { RowPlaceholders, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { DeliveryFilters, FILTERS } from './deliveries/delivery-filters.tsx'
import { useFilters } from './filters.ts'

/** Facts of messages create deliveries too, and those of contacts change the names. */
const OF_DELIVERIES = ofCategories('webhookDelivery', 'message', 'providerMessage', 'contact')

/** The deliveries to all webhooks, newest first. The filters are kept in the address. */
export function Deliveries() {
  const chosen = useFilters(FILTERS)
  const { deliveries } = text()
  return (
    <Page title={deliveries.title} about={deliveries.about}>
      <DeliveryFilters chosen={chosen} />
      <Listing<ListedDelivery>
        concerns={OF_DELIVERIES}
        path="/webhooks/deliveries"
        filter={chosen.filter}
        totalText={deliveries.total}
        placeholder={<DeliveryTable deliveries={null} />}
      >
        {(found) => <DeliveryTable deliveries={found} />}
      </Listing>
    </Page>
  )
}

/** Deliveries with links to them; null while loading. */
function DeliveryTable({ deliveries }: { deliveries: readonly ListedDelivery[] | null }) {
  const { deliveries: texts, conversations } = text()
  const { columns } = texts
  if (deliveries?.length === 0)
    return (
      <Empty title={texts.empty}>
        <p class="muted">{texts.emptyMore}</p>
      </Empty>
    )
  const { time, who, event, status, attempts, answer } = columns
  const heads = [time, who, event, status, attempts, answer]
  return (
    <Table label={texts.title} columns={heads} numbers={[columns.attempts]}>
      {deliveries?.map(({ contact, ...delivery }) => (
        <tr key={delivery.id}>
          <td>
            <Time at={delivery.created_at} />
          </td>
          <td>{contact === null ? '' : <Person of={contact} nobody={conversations.somebody} />}</td>
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
      )) ?? <RowPlaceholders cells={['', 'person', 'wide', 'state', 'number short', 'short']} />}
    </Table>
  )
}
