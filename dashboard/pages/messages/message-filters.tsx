import { Choice } from '../../parts/field.tsx'
import { NumberChoice } from '../../parts/number-choice.tsx'
import { SpanFields } from '../../parts/span-fields.tsx'
import { text } from '../../text/choose.ts'

/** What the list of messages can be narrowed by. */
export const FILTERS = [
  ...['direction', 'status', 'error_class', 'since', 'until'],
  ...['connection_id', 'conversation_id', 'contact_id'],
]

const STATUSES = ['pending', 'sent', 'delivered', 'read', 'failed', 'received'] as const

type Props = {
  readonly query: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

/** Narrows the list of messages. */
export function MessageFilters({ query, onChange }: Props) {
  const { messages: said, statuses } = text()
  const { direction = '', status = '', error_class = '' } = query
  return (
    <div class="row filters">
      <Choice
        label={said.direction}
        value={direction}
        choices={[
          ['', said.all],
          ['inbound', said.inbound],
          ['outbound', said.outbound],
        ]}
        onChange={(value) => onChange('direction', value)}
      />
      <Choice
        label={said.status}
        value={status}
        choices={[['', said.all] as const, ...STATUSES.map((one) => [one, statuses[one]] as const)]}
        onChange={(value) => onChange('status', value)}
      />
      <Reason value={error_class} onChange={(value) => onChange('error_class', value)} />
      <NumberChoice
        value={query.connection_id ?? ''}
        onChange={(value) => onChange('connection_id', value)}
      />
      <SpanFields query={query} onChange={onChange} />
    </div>
  )
}

/** Why it failed; one that has no name here is shown by its own. */
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
