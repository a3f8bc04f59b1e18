import { STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { Choice } from '../../parts/field.tsx'
import { NumberChoice } from '../../parts/number-choice.tsx'
import { SpanFields } from '../../parts/span-fields.tsx'
import { text } from '../../text/choose.ts'

/** The filters that a delivery has, as they stand in the address. */
export const FILTERS = [
  'status',
  'event',
  'connection_id',
  'since',
  'until',
  'conversation_id',
  'message_id',
]

const STATUSES = ['pending', 'delivered', 'failed', 'dead'] as const

type Props = {
  readonly query: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

/** Narrows the list of deliveries. */
export function DeliveryFilters({ query, onChange }: Props) {
  const { deliveries, messages, statuses } = text()
  const each = ['', messages.allOfThem] as const
  const { event = '', status = '', connection_id = '' } = query
  const events = [...new Set([...STRUCTURED_EVENTS, ...(event === '' ? [] : [event])])]
  return (
    <div class="row filters">
      <Choice
        label={messages.status}
        value={status}
        choices={[['', messages.all], ...STATUSES.map((one) => [one, statuses[one]] as const)]}
        onChange={(value) => onChange('status', value)}
      />
      <Choice
        label={deliveries.columns.event}
        value={event}
        choices={[each, ...events.map((one) => [one, one] as const)]}
        onChange={(value) => onChange('event', value)}
      />
      <NumberChoice value={connection_id} onChange={(value) => onChange('connection_id', value)} />
      <SpanFields query={query} onChange={onChange} />
    </div>
  )
}
