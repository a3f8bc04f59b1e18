import type { Message } from '@recado/contract/message'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call } from '../../api/client.ts'
import { useQuery } from '../../api/query.ts'
import { Choice } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Loaded } from '../../parts/states.tsx'
import { text } from '../../text/choose.ts'

const STATUSES = ['sent', 'delivered', 'read', 'failed'] as const
type Status = (typeof STATUSES)[number]

/** Simulates a status of a sent message. */
export function ReportStatus({ connectionId }: { connectionId: string }) {
  const path = `/messages?direction=outbound&connection_id=${connectionId}&limit=10`
  const query = useQuery<{ data: readonly Message[] }>(path)
  const { tryIt } = text()
  return (
    <section class="card">
      <h2>{tryIt.status}</h2>
      <p class="muted">{tryIt.statusMore}</p>
      <Loaded query={query} rows={2}>
        {({ data }) => {
          const taken = data.filter(({ provider_message_id }) => provider_message_id !== null)
          if (taken.length === 0) return <p class="muted">{tryIt.nothingSent}</p>
          return <StatusForm messages={taken} />
        }}
      </Loaded>
    </section>
  )
}

function StatusForm({ messages }: { messages: readonly Message[] }) {
  const [id, setId] = useState(messages[0]?.message_id ?? '')
  const [status, setStatus] = useState<Status>('read')
  const { route } = useLocation()
  const { tryIt, statuses } = text()
  const report = async () => {
    await call('POST', '/simulate/status', { message_id: id, status })
    route(`/dashboard/messages/${id}`)
  }
  return (
    <Form submit={tryIt.statusNow} onSubmit={report}>
      <Choice
        label={tryIt.message}
        value={id}
        choices={messages.map((one) => [one.message_id, one.text.slice(0, 40) || one.type])}
        onChange={setId}
      />
      <Choice
        label={text().messages.status}
        value={status}
        choices={STATUSES.map((one) => [one, statuses[one]] as const)}
        onChange={setStatus}
      />
    </Form>
  )
}
