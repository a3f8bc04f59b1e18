import type { LoggedMessage } from '@recado/contract/message'
import { Person } from '../../parts/person.tsx'
import { Empty } from '../../parts/states.tsx'
import { Status } from '../../parts/status.tsx'
import { RowPlaceholders, Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from '../../text/choose.ts'
import { shownText } from '../../text/shown-text.ts'

/** Messages with links to their traces; null while loading. */
export function MessageTable({ messages }: { messages: readonly LoggedMessage[] | null }) {
  const { messages: texts } = text()
  if (messages?.length === 0)
    return (
      <Empty title={texts.empty}>
        <p class="muted">{texts.emptyMore}</p>
      </Empty>
    )
  const { columns } = texts
  return (
    <Table label={texts.title} columns={[columns.time, columns.who, columns.text, columns.status]}>
      {messages?.map((message) => <Row key={message.id} message={message} />) ?? (
        <RowPlaceholders cells={['', 'person', 'wide', 'state']} />
      )}
    </Table>
  )
}

function Row({ message }: { message: LoggedMessage }) {
  const { messages: texts } = text()
  const { direction, sender, recipient, contact, error, erased } = message
  const party = sender ?? recipient
  const phone = contact?.phone ?? party?.phone ?? null
  const shown = { name: contact?.name ?? null, phone, erased }
  return (
    <tr>
      <td>
        <Time at={message.created_at} />
      </td>
      <td>
        <span class="muted" aria-hidden="true">
          {direction === 'inbound' ? '← ' : '→ '}
        </span>
        <span class="hidden">{texts[direction]}: </span>
        <Person of={shown} nobody={party?.business_scoped_user_id ?? ''} />
      </td>
      <td class="wide">
        <a href={`/dashboard/messages/${message.message_id}`} class="cut">
          {shownText(message)}
        </a>
      </td>
      <td>
        <Status status={message.status} />{' '}
        {error === null || message.status !== 'failed' ? null : (
          <span class="muted small reason-cut" title={error.title}>
            {error.title}
          </span>
        )}
      </td>
    </tr>
  )
}
