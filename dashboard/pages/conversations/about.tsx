import type { ListedConnection } from '@recado/contract/connection'
import type { ConversationChanges, ConversationDetail } from '@recado/contract/conversation'
import { call } from '../../api/client.ts'
import { may } from '../../api/session.ts'
import { EditInPlace } from '../../parts/edit-in-place.tsx'
import { SavedChoice } from '../../parts/saved-choice.tsx'
import { text } from '../../text/choose.ts'
import { phoneText } from '../../text/phone.ts'
import { canSendTemplates } from '../connections/can-send-templates.ts'
import { nameOf } from '../connections/name-of.ts'
import { CONVERSATION_STATUSES } from './statuses.ts'
import { Countdown, isUnopened, useIsClosed } from './window.tsx'

type AboutProps = {
  conversation: ConversationDetail
  connection: ListedConnection | null
  onChanged: () => Promise<unknown>
}

/** The conversation beside its messages: window, person, state, tags and note. */
export function About({ conversation: of, connection, onChanged }: AboutProps) {
  const { conversations, contacts, deliveries } = text()
  const isClosed = useIsClosed(of)
  const { expires_at } = of.window
  return (
    <aside class="card" aria-label={conversations.about}>
      <dl class="facts">
        {connection !== null && canSendTemplates(connection) ? (
          <>
            <dt>{conversations.window}</dt>
            <dd>
              {isClosed || expires_at === null ? (
                conversations[isUnopened(of) ? 'unopened' : 'closed']
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
      </dl>
      <TeamFields of={of} onChanged={onChanged} />
      <a href={`/dashboard/contacts/${of.contact_id}`}>{conversations.toContact}</a>
      <a href={`/dashboard/deliveries?conversation_id=${of.id}`}>{deliveries.title}</a>
    </aside>
  )
}

type TeamFieldsProps = { of: ConversationDetail; onChanged: () => Promise<unknown> }

/** What the team notes about a conversation. Each field is changed alone. */
function TeamFields({ of, onChanged }: TeamFieldsProps) {
  const { conversations } = text()
  const change = async (changes: ConversationChanges) => {
    await call('PATCH', `/conversations/${of.id}`, changes)
    await onChanged()
  }
  return (
    <dl class="facts">
      <dt>{conversations.state}</dt>
      <dd>
        {may('write') ? (
          <SavedChoice
            isNamed
            label={conversations.state}
            value={of.status}
            choices={CONVERSATION_STATUSES.map((one) => [one, conversations.states[one]] as const)}
            onSave={(status) => change({ status })}
          />
        ) : (
          conversations.states[of.status]
        )}
      </dd>
      <dt>{conversations.assignee}</dt>
      <dd>
        <EditInPlace
          label={conversations.assignee}
          value={of.assignee_name ?? ''}
          onSave={(assignee_name) => change({ assignee_name })}
        />
      </dd>
      <dt>{conversations.tags}</dt>
      <dd>
        <EditInPlace
          label={conversations.tags}
          hint={conversations.tagsHint}
          value={of.tags.join(', ')}
          onSave={(words) => change({ tags: tagsIn(words) })}
        />
      </dd>
      <dt>{conversations.note}</dt>
      <dd>
        <EditInPlace
          isLong
          label={conversations.note}
          value={of.internal_note ?? ''}
          onSave={(internal_note) => change({ internal_note })}
        />
      </dd>
    </dl>
  )
}

/** Tags as they are written in one field. */
function tagsIn(words: string): string[] {
  return words
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}
