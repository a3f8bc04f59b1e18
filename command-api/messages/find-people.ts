import { identityClaim } from '@recado/application/contacts/identity-claim'
import type { PersonIds } from '@recado/application/person-ids'
import { userIdOn } from '@recado/application/read-models/user-id-on'
import type { RequestedRecipient, RequestedSend } from '@recado/application/sending/send-request'
import { SHOWN_KINDS } from '@recado/domain/contact-identity/kinds'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { all, raw, type Statement, sql } from '@recado/infra/postgres/sql'

/** How a person was found: by one of the recipient's identities, or as the conversation's. */
export type Via = keyof RequestedRecipient | 'conversation_id'

/** A contact that the request names, with its conversation: the named one, or the one on the chosen connection. */
export type Found = {
  readonly via: Via
  readonly contact_id: string
  readonly phone: string | null
  readonly wa_id: string | null
  /** The gateway's hidden id of the person. */
  readonly lid: string | null
  readonly business_scoped_user_id: string | null
  readonly conversation_id: string | null
  readonly connection_id: string | null
  /** Whether nothing may be sent to the person. */
  readonly restricted: boolean
  readonly erased: boolean
}

/** What the read models know of a send. If they lag, claims and the expected revision detect it. */
export type Known = {
  readonly repeated: boolean
  readonly people: readonly Found[]
}

type SendIds = {
  readonly account_id: string
  /** The chosen connection; null for a reply. */
  readonly connection_id: string | null
  /** The id that follows from the idempotency key; null without a key. */
  readonly message_id: string | null
}

/**
 * The one statement of a send: its contacts, their conversation, and whether it is already recorded. A merged contact is
 * replaced by its survivor; of the conversations that both have on the connection, the one with the latest activity is
 * theirs, as `GET /conversations/resolve` answers.
 */
export function findPeople(
  personIds: PersonIds,
  { account_id, connection_id, message_id }: SendIds,
  send: RequestedSend,
): Statement {
  const found = sources(personIds, account_id, send)
  const conversation =
    send.conversation_id === null
      ? sql`talk.contact_id in (select same.id from contacts same where same.survivor_id = person.id)
          and talk.connection_id = ${connection_id}`
      : sql`talk.id = ${send.conversation_id} and ${belongsTo(account_id, 'talk.account_id')}`
  return sql`
    select ${isRecorded(message_id)} as repeated, coalesce((
      select json_agg(json_build_object('via', found.via, 'contact_id', person.id, 'phone',
        ${PHONE}, 'wa_id', person.wa_id, 'lid', person.lid, 'business_scoped_user_id',
        ${userIdOn(sql`coalesce(talk.connection_id, ${connection_id}::uuid)`)},
        'conversation_id', talk.id, 'connection_id', talk.connection_id, 'restricted', person.restricted,
        'erased', person.erased))
      from (${union(found.map(({ rows }) => rows))}) as found
      join contacts as asked on asked.id = found.contact_id 
        and ${belongsTo(account_id, 'asked.account_id')}
      join contacts as person on person.id = asked.survivor_id
      left join lateral (
        select * from conversations as talk where ${conversation} order by last_activity desc limit 1
      ) as talk on true
    ), '[]') as people`
}

/** SQL: where a person has several numbers, the one that wrote last in the conversation. */
const PHONE = raw(`case when talk.written_from_key <> person.phone_key then talk.written_from
  else person.phone end`)

type Source = { readonly via: Via; readonly rows: Statement }

function sources(personIds: PersonIds, accountId: string, send: RequestedSend): readonly Source[] {
  const { conversation_id, recipient } = send
  return [
    ...(conversation_id === null ? [] : [conversationSource(accountId, conversation_id)]),
    ...(recipient?.contact_id == null ? [] : [contactSource(recipient.contact_id)]),
    ...SHOWN_KINDS.flatMap((kind) => {
      const value = recipient?.[kind]
      return value == null ? [] : [identitySource(personIds, accountId, kind, value)]
    }),
  ]
}

function conversationSource(accountId: string, id: string): Source {
  const conditions = all([sql`id = ${id}`, belongsTo(accountId)])
  const rows = sql`select 'conversation_id' as via, contact_id from conversations where ${conditions}`
  return { via: 'conversation_id', rows }
}

function contactSource(id: string): Source {
  return { via: 'contact_id', rows: sql`select 'contact_id' as via, ${id}::uuid as contact_id` }
}

function identitySource(
  personIds: PersonIds,
  accountId: string,
  kind: (typeof SHOWN_KINDS)[number],
  value: string,
): Source {
  const claim = identityClaim(personIds, accountId, kind, value)
  const rows = sql`
    select ${raw(`'${kind}'`)} as via, contact_id from contact_identities where id = ${claim}`
  return { via: kind, rows }
}

function union([first, ...rest]: readonly Statement[]): Statement {
  if (first === undefined) return raw('select null as via, null::uuid as contact_id where false')
  return rest.reduce((left, right) => sql`${left} union all ${right}`, first)
}

/** SQL: whether the read models have a message; false without an id. */
export function isRecorded(messageId: string | null): Statement {
  return messageId === null
    ? raw('false')
    : sql`exists(select from messages where id = ${messageId})`
}
