import type { WebhookRecovery } from '@recado/contract/webhook-recovery'
import { DAY_MS } from '@recado/domain/durations'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { mentions } from '../../api/reload-on-facts.ts'
import { useSendOnce } from '../../api/send-once.ts'
import { Form } from '../../parts/form.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Status } from '../../parts/status.tsx'
import { text } from '../../text/choose.ts'

/** Requests the delivery of all events since a moment that the webhook never accepted. */
export function Recover({ id }: { id: string }) {
  const [since, setSince] = useState(() => new Date(Date.now() - DAY_MS).toISOString())
  const [begun, setBegun] = useState<string | null>(null)
  const { webhooks: texts } = text()
  const sendOnce = useSendOnce()
  const recover = async () => {
    const body = { connection_id: id, since }
    const { data } = await sendOnce<{ data: WebhookRecovery }>('/webhooks/recover', body)
    setBegun(data.id)
  }
  return (
    <section class="card" aria-labelledby="recover">
      <h2 id="recover">{texts.recover}</h2>
      <Form submit={texts.recoverNow} onSubmit={recover} isReady={since !== ''}>
        <p class="muted small">{texts.recoverHint}</p>
        <MomentField label={texts.since} value={since} onChange={setSince} />
      </Form>
      {begun === null ? null : <Progress key={begun} id={begun} />}
    </section>
  )
}

function Progress({ id }: { id: string }) {
  const query = useQuery<{ data: WebhookRecovery }>(`/webhooks/recoveries/${id}`, mentions(id))
  return (
    <Loaded query={query} rows={1}>
      {({ data: { status, found, enqueued } }) => (
        <p class="between" role="status">
          <span>{text().webhooks.recovered(found, enqueued)}</span>
          <Status status={status} />
        </p>
      )}
    </Loaded>
  )
}
