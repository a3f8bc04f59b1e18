import { ConversationDetail } from '@recado/contract/conversation'
import { Uuid } from '@recado/contract/ids'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../query-route.ts'

/** How long after the person's last message anything but a template may be sent (Meta's service window). */
const WINDOW_MS = 24 * 3_600_000

type DetailRow = {
  doc: string
  tags: string[]
  assignee_name: string | null
  internal_note: string | null
  last_inbound_at: string | null
  phone: string | null
  username: string | null
  business_scoped_user_id: string | null
  parent_business_scoped_user_id: string | null
}

/** GET /conversations/{id}. */
export const getConversation = queryRoute({
  url: '/conversations/:id',
  summary: 'Get a conversation',
  params: z.object({ id: Uuid }),
  reply: z.object({ data: ConversationDetail }),
  answer: async ({ account, params }, run, { now }) => {
    const [row] = await run<DetailRow>(sql`
      select t.doc, t.tags, t.assignee_name, t.internal_note, t.last_inbound_at, c.phone, c.username,
        c.business_scoped_user_id, c.parent_business_scoped_user_id
      from conversations t join contacts c on c.id = t.contact_id
      where t.id = ${params.id} and t.account_id = ${account.id}`)
    return row === undefined ? null : { data: detail(row, now()) }
  },
})

function detail(row: DetailRow, now: Date): ConversationDetail {
  const { doc, tags, assignee_name, internal_note, last_inbound_at, ...identities } = row
  const window = windowAfter(last_inbound_at, now)
  return {
    ...JSON.parse(doc),
    tags,
    assignee_name,
    internal_note,
    last_inbound_at,
    window,
    identities,
  }
}

function windowAfter(lastInboundAt: string | null, now: Date) {
  if (lastInboundAt === null) return { open: false, expires_at: null }
  const expires = new Date(Date.parse(lastInboundAt) + WINDOW_MS)
  return { open: now < expires, expires_at: expires.toISOString() }
}
