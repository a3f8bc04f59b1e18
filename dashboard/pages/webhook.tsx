import type { ListedConnection } from '@recado/contract/connection'
import type { EndpointQueue } from '@recado/contract/dashboard/endpoint-queue'
import type { Webhook as Configured } from '@recado/contract/webhook'
import { useRoute } from 'preact-iso'
import { type Query, useQuery } from '../api/query.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { may } from '../api/session.ts'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { nameOf } from './connections/name-of.ts'
import { Configure } from './webhook/configure.tsx'
import { Recover } from './webhook/recover.tsx'
import { Secret } from './webhook/secret.tsx'
import { SendTest } from './webhook/send-test.tsx'

type Answer = {
  readonly data: readonly Configured[]
  readonly structured_events: readonly string[]
}

const OF_WEBHOOKS = ofCategories('webhook', 'connection')
/** Facts of messages create deliveries too. */
const OF_QUEUES = ofCategories('webhook', 'webhookDelivery', 'message', 'providerMessage')

/** The webhook of one number: its state, configuration, secret, test and recovery. */
export function Webhook() {
  const { id = '' } = useRoute().params
  const query = useQuery<Answer>(`/webhooks?connection_id=${id}`, OF_WEBHOOKS)
  const connection = useQuery<{ data: ListedConnection }>(`/connections/${id}`, OF_WEBHOOKS)
  const { webhooks } = text()
  const of = connection.body === null ? '' : nameOf(connection.body.data)
  return (
    <Page title={`${webhooks.one} ${of}`} about={webhooks.oneAbout}>
      <Loaded query={combineQueries(connection, query)} rows={6}>
        {({ data: [webhook], structured_events }) => (
          <>
            {webhook === undefined ? null : <State webhook={webhook} />}
            <div class="columns">
              <Configure
                key={id}
                id={id}
                webhook={webhook}
                structured={structured_events}
                onSaved={query.reload}
              />
              {webhook === undefined ? null : (
                <div class="stack">
                  {may('write') ? <Secret webhook={webhook} onReplaced={query.reload} /> : null}
                  {may('write') ? (
                    <SendTest webhook={webhook} structured={structured_events} />
                  ) : null}
                  {may('write') ? <Recover id={id} /> : null}
                </div>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The webhooks of an existing number: without the number there is nothing to configure. */
function combineQueries(connection: Query<unknown>, query: Query<Answer>): Query<Answer> {
  const body = connection.body === null ? null : query.body
  const reload = async () => {
    const areThere = await Promise.all([connection.reload(), query.reload()])
    return areThere.every(Boolean)
  }
  return { body, error: connection.error ?? query.error, reload }
}

function State({ webhook }: { webhook: Configured }) {
  const queues = useQuery<{ data: readonly EndpointQueue[] }>('/endpoint-queues', OF_QUEUES)
  const { webhooks } = text()
  const { connection_id, active } = webhook
  const queue = queues.body?.data.find((one) => one.connection_id === connection_id)
  const since = queue?.failing_since ?? null
  const off = queue?.switched_off ?? null
  return (
    <section class="card">
      <div class="between">
        <Status status={active ? 'active' : 'paused'} />
        <span class="muted">{webhooks.waiting(queue?.pending ?? 0)}</span>
        <a href={`/dashboard/deliveries?connection_id=${connection_id}`}>{text().nav.deliveries}</a>
      </div>
      {off === null ? null : <p class="notice warn">{webhooks.switchedOff[off]}</p>}
      {since === null ? null : (
        <p class="notice warn">
          {webhooks.failingSince} <Time at={since} />
        </p>
      )}
    </section>
  )
}
