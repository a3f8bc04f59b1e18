import type { Connection } from '@recado/contract/connection'
import type { ConversationDetail } from '@recado/contract/conversation'
import { text } from '../../text/choose.ts'
import { phoneText } from '../../text/phone.ts'
import { nameOf } from '../connections/name-of.ts'
import { Countdown, useIsClosed } from './window.tsx'

type AboutProps = { conversation: ConversationDetail; connection: Connection | null }

/** The conversation beside its messages: window, person, state, tags and note. */
export function About({ conversation: of, connection }: AboutProps) {
  const { conversations, contacts, deliveries } = text()
  const isClosed = useIsClosed(of)
  const { expires_at } = of.window
  return (
    <aside class="card" aria-label={conversations.about}>
      <dl class="facts">
        {connection?.type === 'official' ? (
          <>
            <dt>{conversations.window}</dt>
            <dd>
              {isClosed || expires_at === null ? (
                conversations.closed
              ) : (
                <Countdown until={expires_at} />
              )}
            </dd>
          </>
        ) : null}
        <dt>{conversations.columns.number}</dt>
        <dd>{connection === null ? '' : nameOf(connection)}</dd>
        <dt>{contacts.phone}</dt>
        <dd>{of.identities.phone === null ? '–' : phoneText(of.identities.phone)}</dd>
        <dt>{conversations.state}</dt>
        <dd>{conversations.states[of.status]}</dd>
        <dt>{conversations.assignee}</dt>
        <dd>{of.assignee_name ?? '–'}</dd>
        <dt>{conversations.tags}</dt>
        <dd>{of.tags.length === 0 ? '–' : of.tags.join(', ')}</dd>
        <dt>{conversations.note}</dt>
        <dd class="break">{of.internal_note ?? '–'}</dd>
      </dl>
      <a href={`/dashboard/contacts/${of.contact_id}`}>{conversations.toContact}</a>
      <a href={`/dashboard/deliveries?conversation_id=${of.id}`}>{deliveries.title}</a>
    </aside>
  )
}
