import type { Conversation } from '@recado/contract/conversation'
import { numberName, useNumbers } from '../api/names.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { Choice } from '../parts/field.tsx'
import { Filters } from '../parts/filters.tsx'
import { Listing } from '../parts/listing.tsx'
import { NameField } from '../parts/name-field.tsx'
import { NumberChoice } from '../parts/number-choice.tsx'
import { Page } from '../parts/page.tsx'
import { Person } from '../parts/person.tsx'
import { Empty } from '../parts/states.tsx'
import { RowPlaceholders, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { shownPreview } from '../text/shown-text.ts'
import { CONVERSATION_STATUSES } from './conversations/statuses.ts'
import { useFilters } from './filters.ts'

const OF_LIST = ofCategories('conversation', 'message', 'contact')
const FILTERS = ['name', 'status', 'connection_id', 'contact_id']

/** All conversations, the latest activity first. */
export function Conversations() {
  const chosen = useFilters(FILTERS)
  const { query, change } = chosen
  const { conversations, messages } = text()
  return (
    <Page title={conversations.title} about={conversations.about}>
      <Filters count={chosen.count} onClear={chosen.clear}>
        <NameField chosen={chosen} />
        <Choice
          label={messages.status}
          value={query.status ?? ''}
          choices={[
            ['', messages.all] as const,
            ...CONVERSATION_STATUSES.map(
              (status) => [status, conversations.states[status]] as const,
            ),
          ]}
          onChange={(status) => change('status', status)}
        />
        <NumberChoice
          value={query.connection_id ?? ''}
          onChange={(id) => change('connection_id', id)}
        />
      </Filters>
      <Listing<Conversation>
        concerns={OF_LIST}
        path="/conversations"
        filter={chosen.filter}
        totalText={conversations.total}
        placeholder={<ConversationTable conversations={null} />}
      >
        {(found) => <ConversationTable conversations={found} />}
      </Listing>
    </Page>
  )
}

/** Conversations with links to them; null while loading. */
export function ConversationTable(props: { conversations: readonly Conversation[] | null }) {
  const numbers = useNumbers()
  const { conversations } = text()
  const { time, who, last, number, unread } = conversations.columns
  if (props.conversations?.length === 0)
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
      {props.conversations?.map(({ id, contacts: person, ...one }) => (
        <tr key={id}>
          <td>{one.last_message_at === null ? '' : <Time at={one.last_message_at} />}</td>
          <th scope="row">
            <a href={`/dashboard/conversations/${id}`}>
              <Person of={{ ...person, erased: one.erased }} nobody={conversations.somebody} />
            </a>
          </th>
          <td class="wide">
            <span class="line">{shownPreview(one.last_message_text ?? '')}</span>
          </td>
          <td>{numberName(numbers, one.connection_id)}</td>
          <td class="number beside" data-label={unread}>
            {one.unread_count === 0 ? '' : one.unread_count}
          </td>
        </tr>
      )) ?? <RowPlaceholders cells={['', 'th person', 'wide', '', null]} />}
    </Table>
  )
}
