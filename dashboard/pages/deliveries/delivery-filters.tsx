import { OPT_IN_EVENTS, STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { ConversationChoice } from '../../parts/conversation-choice.tsx'
import { Choice } from '../../parts/field.tsx'
import { Filters } from '../../parts/filters.tsx'
import { NumberChoice } from '../../parts/number-choice.tsx'
import { SpanFields } from '../../parts/span-fields.tsx'
import { text } from '../../text/choose.ts'
import type { Chosen } from '../filters.ts'

/** The filters of the list of deliveries, as named in the address. */
export const FILTERS = [
  'status',
  'event',
  'connection_id',
  'since',
  'until',
  'dead_since',
  'conversation_id',
  'message_id',
]

const STATUSES = ['pending', 'delivered', 'failed', 'dead'] as const

/** The fields for the filters. */
export function DeliveryFilters({ chosen }: { chosen: Chosen }) {
  const { deliveries, messages, statuses } = text()
  const { query, change } = chosen
  const each = ['', messages.allOfThem] as const
  const { event = '', status = '', connection_id = '', conversation_id = '' } = query
  const events = [
    ...new Set([...STRUCTURED_EVENTS, ...OPT_IN_EVENTS, ...(event === '' ? [] : [event])]),
  ]
  return (
    <Filters count={chosen.count} onClear={chosen.clear}>
      <Choice
        label={messages.status}
        value={status}
        choices={[['', messages.all], ...STATUSES.map((one) => [one, statuses[one]] as const)]}
        onChange={(value) => change('status', value)}
      />
      <Choice
        label={deliveries.columns.event}
        value={event}
        choices={[each, ...events.map((one) => [one, one] as const)]}
        onChange={(value) => change('event', value)}
      />
      <NumberChoice value={connection_id} onChange={(value) => change('connection_id', value)} />
      <ConversationChoice
        value={conversation_id}
        onChange={(value) => change('conversation_id', value)}
      />
      <SpanFields query={query} onChange={change} />
    </Filters>
  )
}
