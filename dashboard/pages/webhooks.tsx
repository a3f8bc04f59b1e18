import type { ListedConnection } from '@recado/contract/connection'
import type { EndpointQueue } from '@recado/contract/dashboard/endpoint-queue'
import type { Webhook } from '@recado/contract/webhook'
import { useQuery } from '../api/query.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { Listing } from '../parts/listing.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { nameOf } from './connections/name-of.ts'

type Data<T> = { readonly data: readonly T[] }

const OF_WEBHOOKS = ofCategories('webhook', 'connection')
/** Facts of messages create deliveries too. */
const OF_QUEUES = ofCategories('webhook', 'webhookDelivery', 'message', 'providerMessage')

/** The webhooks of all numbers, with the state of their queues. */
export function Webhooks() {
  const webhooks = useQuery<Data<Webhook>>('/webhooks', OF_WEBHOOKS)
  const queues = useQuery<Data<EndpointQueue>>('/endpoint-queues', OF_QUEUES)
  const { webhooks: texts } = text()
  return (
    <Page title={texts.title} about={texts.about}>
      <Listing<ListedConnection>
        path="/connections"
        filter=""
        concerns={OF_WEBHOOKS}
        totalText={text().numbers.total}
      >
        {(connections) => (
          <Loaded query={webhooks} rows={3}>
            {({ data }) => (
              <List connections={connections} webhooks={data} queues={queues.body?.data ?? []} />
            )}
          </Loaded>
        )}
      </Listing>
    </Page>
  )
}

type ListProps = {
  readonly connections: readonly ListedConnection[]
  readonly webhooks: readonly Webhook[]
  readonly queues: readonly EndpointQueue[]
}

function List({ connections, webhooks, queues }: ListProps) {
  const { webhooks: texts, numbers } = text()
  const { columns } = texts
  if (connections.length === 0)
    return (
      <Empty title={numbers.empty}>
        <a href="/dashboard/connections">{numbers.title}</a>
      </Empty>
    )
  const heads = [columns.number, columns.url, columns.state, columns.events, columns.waiting]
  return (
    <Table label={texts.title} columns={heads} numbers={[columns.waiting]}>
      {connections.map((connection) => (
        <Row
          key={connection.id}
          id={connection.id}
          number={nameOf(connection)}
          webhook={webhooks.find((one) => one.connection_id === connection.id)}
          queue={queues.find((one) => one.connection_id === connection.id)}
        />
      ))}
    </Table>
  )
}

type RowProps = {
  readonly id: string
  readonly number: string
  readonly webhook: Webhook | undefined
  readonly queue: EndpointQueue | undefined
}

function Row({ id, number, webhook, queue }: RowProps) {
  const { webhooks: texts } = text()
  const since = queue?.failing_since ?? null
  const off = queue?.switched_off ?? null
  return (
    <tr>
      <th scope="row">
        <a href={`/dashboard/webhooks/${id}`}>{number}</a>
      </th>
      <td class="wide" data-label={texts.columns.url}>
        {webhook === undefined ? (
          <span class="muted">{texts.none}</span>
        ) : (
          <span class="line" title={webhook.url}>
            {webhook.url}
          </span>
        )}
      </td>
      <td>
        {webhook === undefined ? null : <Status status={webhook.active ? 'active' : 'paused'} />}
        {off === null ? null : <span class="failing small">{texts.switchedOff[off]}</span>}
        {since === null ? null : (
          <span class="failing small">
            {texts.failingSince} <Time at={since} />
          </span>
        )}
      </td>
      <td data-label={texts.columns.events}>
        {webhook === undefined ? '' : texts.listed(webhook.events.length)}
      </td>
      <td data-label={texts.columns.waiting} class="number">
        {queue?.pending ?? ''}
      </td>
    </tr>
  )
}
