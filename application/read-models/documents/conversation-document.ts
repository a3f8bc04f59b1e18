import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** How long after the person's last message anything but a template may be sent (Meta's service window). */
const WINDOW_MS = 24 * 3_600_000

/** What the team wrote on a conversation. */
export type TeamFields = {
  readonly tags: string[]
  readonly assignee_name: string | null
  readonly internal_note: string | null
}

/** An item of the list of conversations. */
type Item = {
  readonly id: string
  readonly connection_id: string
  readonly contact_id: string
  readonly status: 'open' | 'closed' | 'pending'
  readonly last_message_text: string | null
  readonly last_message_at: string | null
  readonly unread_count: number
  readonly contacts: { readonly name: string | null; readonly phone: string | null }
}

/** A conversation with everything the API tells of it. */
export type ConversationDetail = Item &
  TeamFields & {
    readonly last_inbound_at: string | null
    readonly window: { readonly open: boolean; readonly expires_at: string | null }
    readonly identities: Identities
  }

type Identities = {
  readonly phone: string | null
  readonly username: string | null
  readonly business_scoped_user_id: string | null
  readonly parent_business_scoped_user_id: string | null
}

type DetailRow = TeamFields &
  Identities & { readonly doc: string; readonly last_inbound_at: string | null }

/** A conversation of an account from the read models, as both APIs answer it; null when there is none. */
export async function readConversation(
  run: Run,
  accountId: string,
  id: string,
  now: Date,
): Promise<ConversationDetail | null> {
  const [row] = await run<DetailRow>(sql`
    select t.doc, t.tags, t.assignee_name, t.internal_note, t.last_inbound_at, c.phone, c.username,
      c.business_scoped_user_id, c.parent_business_scoped_user_id
    from conversations t join contacts own on own.id = t.contact_id
      join contacts c on c.id = own.survivor_id
    where t.id = ${id} and ${belongsTo(accountId, 't.account_id')}`)
  return row === undefined ? null : detail(row, now)
}

function detail(row: DetailRow, now: Date): ConversationDetail {
  const { doc, tags, assignee_name, internal_note, last_inbound_at, ...identities } = row
  const item: Item = JSON.parse(doc)
  const window = windowAfter(last_inbound_at, now)
  return { ...item, tags, assignee_name, internal_note, last_inbound_at, window, identities }
}

function windowAfter(lastInboundAt: string | null, now: Date) {
  if (lastInboundAt === null) return { open: false, expires_at: null }
  const expires = new Date(Date.parse(lastInboundAt) + WINDOW_MS)
  return { open: now < expires, expires_at: expires.toISOString() }
}
