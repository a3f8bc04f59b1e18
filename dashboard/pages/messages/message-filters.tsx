import { ConversationChoice } from '../../parts/conversation-choice.tsx'
import { Choice } from '../../parts/field.tsx'
import { Filters } from '../../parts/filters.tsx'
import { NumberChoice } from '../../parts/number-choice.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { SpanFields } from '../../parts/span-fields.tsx'
import { text } from '../../text/choose.ts'
import type { Chosen } from '../filters.ts'

/** The filters of the list of messages, as named in the address. */
export const FILTERS = [
  ...['direction', 'status', 'error_class', 'error', 'since', 'until', 'failed_since'],
  ...['connection_id', 'conversation_id', 'contact_id'],
]

const STATUSES = ['pending', 'sent', 'delivered', 'read', 'failed', 'received'] as const

/** The fields for the filters. */
export function MessageFilters({ chosen }: { chosen: Chosen }) {
  const { messages: texts, statuses } = text()
  const { query, change } = chosen
  const { direction = '', status = '', error_class = '', connection_id = '' } = query
  return (
    <Filters count={chosen.count} onClear={chosen.clear}>
      <Choice
        label={texts.direction}
        value={direction}
        choices={[
          ['', texts.all],
          ['inbound', texts.inbound],
          ['outbound', texts.outbound],
        ]}
        onChange={(value) => change('direction', value)}
      />
      <Choice
        label={texts.status}
        value={status}
        choices={[
          ['', texts.all] as const,
          ...STATUSES.map((one) => [one, statuses[one]] as const),
        ]}
        onChange={(value) => change('status', value)}
      />
      <Reason value={error_class} onChange={(value) => change('error_class', value)} />
      <NumberChoice value={connection_id} onChange={(value) => change('connection_id', value)} />
      <ConversationChoice
        value={query.conversation_id ?? ''}
        onChange={(value) => change('conversation_id', value)}
      />
      <SearchField
        label={texts.error}
        hint={texts.errorHint}
        value={query.error ?? ''}
        onSearch={(value) => change('error', value)}
      />
      <SpanFields query={query} onChange={change} />
    </Filters>
  )
}

/** The reason of a failure; a class without words is shown by its own name. */
function Reason({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { messages, activity } = text()
  const named = Object.entries(activity.classes)
  const isNamed = value === '' || named.some(([name]) => name === value)
  const own = isNamed ? [] : [[value, value] as const]
  return (
    <Choice
      label={messages.reason}
      value={value}
      choices={[['', messages.allOfThem] as const, ...named, ...own]}
      onChange={onChange}
    />
  )
}
