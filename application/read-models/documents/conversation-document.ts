import type { Conversation, ConversationDetail } from '@recado/contract/conversation'
import { DAY_MS } from '@recado/domain/durations'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { Ids } from '../../ids.ts'
import { lastInboundOf } from '../same-person.ts'
import { userIdOn } from '../user-id-on.ts'

/** Meta's service window: how long after the person's last message anything but a template may be sent. */
const WINDOW_MS = DAY_MS

type More = Pick<ConversationDetail, 'tags' | 'assignee_name' | 'internal_note' | 'last_inbound_at'>
type DetailRow = More & ConversationDetail['identities'] & { readonly doc: string }

/** The conversation as the API shows it; null when the account has none with this id. */
export async function readConversation(
  run: Run,
  { account_id, conversation_id }: Ids<'account_id' | 'conversation_id'>,
  now: Date,
): Promise<ConversationDetail | null> {
  const [row] = await run<DetailRow>(sql`
    select talk.doc, talk.tags, talk.assignee_name, talk.internal_note,
      ${lastInboundOf('talk')} as last_inbound_at, person.phone, person.username,
      ${userIdOn(sql`talk.connection_id`)} as business_scoped_user_id,
      person.parent_business_scoped_user_id
    from conversations talk join contacts own on own.id = talk.contact_id
      join contacts person on person.id = own.survivor_id
    where talk.id = ${conversation_id} and ${belongsTo(account_id, 'talk.account_id')}`)
  return row === undefined ? null : detail(row, now)
}

function detail(row: DetailRow, now: Date): ConversationDetail {
  const { doc, tags, assignee_name, internal_note, last_inbound_at, ...identities } = row
  const item: Conversation = JSON.parse(doc)
  const window = windowAfter(last_inbound_at, now)
  return { ...item, tags, assignee_name, internal_note, last_inbound_at, window, identities }
}

function windowAfter(lastInboundAt: string | null, now: Date) {
  if (lastInboundAt === null) return { open: false, expires_at: null }
  const expires = new Date(Date.parse(lastInboundAt) + WINDOW_MS)
  return { open: now < expires, expires_at: expires.toISOString() }
}
