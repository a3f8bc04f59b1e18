import type { Conversation } from '@recado/contract/conversation'
import { useLocation } from 'preact-iso'
import { numberOf, useNumbers } from '../api/names.ts'
import { about } from '../api/news.ts'
import { Choice } from '../parts/field.tsx'
import { Listing } from '../parts/listing.tsx'
import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { personText } from '../text/person.ts'
import { changedQuery, kept } from './filters.ts'

const OF_LIST = about('conversation', 'message')
const FILTERS = ['status', 'connection_id', 'contact_id']
const STATUSES = ['open', 'pending', 'closed'] as const

/** All conversations, the latest activity first. */
export function Conversations() {
  const { query, route } = useLocation()
  const { conversations, messages } = text()
  return (
    <Page title={conversations.title} about={conversations.about}>
      <div class="row filters">
        <Choice
          label={messages.status}
          value={query.status ?? ''}
          choices={[
            ['', messages.all] as const,
            ...STATUSES.map((status) => [status, conversations.states[status]] as const),
          ]}
          onChange={(status) =>
            route(`/dashboard/conversations${changedQuery(query, FILTERS, 'status', status)}`)
          }
        />
      </div>
      <Listing<Conversation>
        concerns={OF_LIST}
        path="/conversations"
        filter={kept(query, FILTERS)}
        said={conversations.total}
      >
        {(found) => <ConversationTable conversations={found} />}
      </Listing>
    </Page>
  )
}

/** Conversations, each with the way to it. */
export function ConversationTable(props: { conversations: readonly Conversation[] }) {
  const numbers = useNumbers()
  const { conversations } = text()
  const { time, who, last, number, unread } = conversations.columns
  if (props.conversations.length === 0)
    return (
      <Empty title={conversations.empty}>
        <p class="muted">{conversations.emptyMore}</p>
      </Empty>
    )
  return (
    <Table
      label={conversations.title}
      columns={[time, who, last, number, unread]}
      numbers={[unread]}
    >
      {props.conversations.map(({ id, contacts: person, ...one }) => (
        <tr key={id}>
          <td>{one.last_message_at === null ? '' : <Time at={one.last_message_at} />}</td>
          <th scope="row">
            <a href={`/dashboard/conversations/${id}`}>
              {personText(person, conversations.somebody)}
            </a>
          </th>
          <td class="wide">
            <span class="line">{one.last_message_text ?? ''}</span>
          </td>
          <td>{numberOf(numbers, one.connection_id)}</td>
          <td class="number" data-label={unread}>
            {one.unread_count === 0 ? '' : one.unread_count}
          </td>
        </tr>
      ))}
    </Table>
  )
}
