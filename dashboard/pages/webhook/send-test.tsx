import type { Webhook } from '@recado/contract/webhook'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useSendOnce } from '../../api/send-once.ts'
import { Choice } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

type Props = { readonly webhook: Webhook; readonly structured: readonly string[] }

/** Sends a sample event, and opens its delivery. */
export function SendTest({ webhook, structured }: Props) {
  const names = [...new Set([...structured, ...webhook.events])]
  const [event, setEvent] = useState(names[0] ?? '')
  const { route } = useLocation()
  const { webhooks: texts } = text()
  const sendOnce = useSendOnce()
  const send = async () => {
    const body = { connection_id: webhook.connection_id, event }
    const { data } = await sendOnce<{ data: { id: string } }>('/webhooks/test', body)
    route(`/dashboard/deliveries/${data.id}`)
  }
  return (
    <section class="card" aria-labelledby="test">
      <h2 id="test">{texts.test}</h2>
      <Form submit={texts.send} onSubmit={send} isReady={webhook.active}>
        <p class="muted small">{webhook.active ? texts.testHint : texts.testPaused}</p>
        <Choice
          label={texts.event}
          value={event}
          choices={names.map((name) => [name, name] as const)}
          onChange={setEvent}
        />
      </Form>
    </section>
  )
}
