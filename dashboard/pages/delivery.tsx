import type { WebhookDeliveryDetail } from '@recado/contract/webhook-delivery'
import { useRef, useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { ApiError } from '../api/client.ts'
import { useQuery } from '../api/query.ts'
import { useSendOnce } from '../api/send-once.ts'
import { may } from '../api/session.ts'
import { Copy } from '../parts/copy.tsx'
import { Folded } from '../parts/folded.tsx'
import { Page } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { Why } from '../parts/why.tsx'
import { text } from '../text/choose.ts'
import { Verify } from './delivery/verify.tsx'

type Attempt = WebhookDeliveryDetail['attempt_log'][number]

/** One delivery: its attempts, and the exact request that was signed. */
export function Delivery() {
  const { id = '' } = useRoute().params
  const query = useQuery<{ data: WebhookDeliveryDetail }>(
    `/webhooks/deliveries/${id}`,
    ({ data }) => data.delivery_id === id,
  )
  const { deliveries } = text()
  return (
    <Page title={deliveries.one} actions={may('write') ? <Redeliver id={id} /> : null}>
      <Loaded query={query} rows={6}>
        {({ data }) => <DeliveryDetails delivery={data} />}
      </Loaded>
    </Page>
  )
}

function DeliveryDetails({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { deliveries, conversations } = text()
  const { headers, body } = delivery.request
  const payload = payloadOf(body)
  const messageId = messageIdOf(payload)
  return (
    <>
      <section class="card">
        <dl class="facts">
          <dt>{deliveries.columns.event}</dt>
          <dd>{delivery.event}</dd>
          <dt>{deliveries.columns.status}</dt>
          <dd>
            <Status status={delivery.status} />
          </dd>
          <dt>{deliveries.url}</dt>
          <dd class="break">{delivery.target_url}</dd>
          {delivery.next_attempt_at === null ? null : (
            <>
              <dt>{deliveries.next}</dt>
              <dd>
                <Time at={delivery.next_attempt_at} />
              </dd>
            </>
          )}
        </dl>
        <Why why={delivery.why} />
        {delivery.contact === null ? null : (
          <a href={`/dashboard/contacts/${delivery.contact.id}`}>
            <Person of={delivery.contact} nobody={conversations.somebody} />
          </a>
        )}
        {messageId === null ? null : (
          <a href={`/dashboard/messages/${messageId}`}>{deliveries.ofMessage}</a>
        )}
      </section>
      <h2>{deliveries.attempts}</h2>
      <Attempts attempts={delivery.attempt_log} />
      <div class="between">
        <h2>{deliveries.body}</h2>
        <Copy value={body} />
      </div>
      <pre>{body}</pre>
      {payload === null ? null : <Folded label={deliveries.inLines} value={payload} />}
      <Verify headers={headers} />
      <h2>{deliveries.headers}</h2>
      <pre>
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </pre>
    </>
  )
}

/** Null for a body that is not JSON. */
function payloadOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The id of the message that an event is about; null for other events. */
function messageIdOf(payload: unknown): string | null {
  const { data } = Object(payload) as { data?: { message?: { message_id?: unknown } } }
  const id = data?.message?.message_id
  return typeof id === 'string' ? id : null
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { deliveries } = text()
  const { columns } = deliveries
  if (attempts.length === 0) return <p class="muted">{deliveries.noAttempts}</p>
  return (
    <Table
      label={deliveries.attempts}
      columns={['#', columns.time, columns.answer, text().trace.took, deliveries.next]}
      numbers={['#', text().trace.took]}
    >
      {attempts.map((attempt) => (
        <tr key={attempt.attempt}>
          <td class="number short" data-label="#">
            {attempt.attempt}
          </td>
          <td>
            <Time at={attempt.at} />
          </td>
          <td class="wide">
            {attempt.http_status ?? <code class="break">{attempt.error ?? '–'}</code>}{' '}
            {text().why.failure(attempt)}{' '}
            <span class="muted break">{attempt.answer_excerpt ?? ''}</span>
          </td>
          <td class="number" data-label={text().trace.took}>
            {deliveries.took(attempt.took_ms)}
          </td>
          <td data-label={deliveries.next}>
            {attempt.next_at === null ? '–' : <Time at={attempt.next_at} />}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Redeliver({ id }: { id: string }) {
  const [notice, setNotice] = useState('')
  const isBusy = useRef(false)
  const { route } = useLocation()
  const sendOnce = useSendOnce()
  const { deliveries, state } = text()
  const redeliver = async () => {
    // Guards against a double press; a disabled button would lose the focus.
    if (isBusy.current) return
    isBusy.current = true
    try {
      const path = `/webhooks/deliveries/${id}/redeliver`
      const { data } = await sendOnce<{ data: { id: string } }>(path)
      setNotice(deliveries.redelivered)
      route(`/dashboard/deliveries/${data.id}`)
    } catch (error) {
      if (error instanceof ApiError) setNotice(error.message || state.offlineShort)
    } finally {
      isBusy.current = false
    }
  }
  return (
    <>
      <span role="status" class="muted small">
        {notice}
      </span>
      <button type="button" onClick={() => void redeliver()}>
        {deliveries.redeliver}
      </button>
    </>
  )
}
