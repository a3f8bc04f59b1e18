import { funnelOf } from '@recado/application/read-models/documents/contact-document'
import { ContactBackground } from '@recado/contract/dashboard/contact'
import { ContactId } from '@recado/contract/ids'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../../routing/query-route.ts'

/** GET /contacts/{id}/background: the reason for a contact's stage, and the contacts merged into it. */
export const getContactBackground = queryRoute({
  operationId: 'getContactBackground',
  url: '/contacts/:id/background',
  summary: 'Get the source of a contact',
  params: z.object({ id: ContactId }),
  reply: z.object({ data: ContactBackground }),
  answer: async ({ account, params: { id } }, run) => {
    const [row] = await run<ContactBackground>(sql`with ${funnelOf(account.id)}
      select c.wa_id, c.lid, c.auto_kind,
        case when (select shown from funnel) ->> c.stage_id::text is null
          then 'rule' else 'hand' end as stage_by,
        (select coalesce(json_agg(n.connection_id order by n.pos), '[]') from
          (select connection_id, pos from contact_connections
            where contact_id = c.id and listed_on is not null order by pos limit 100) n) as connection_ids,
        (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'phone', m.phone,
          'created_at', to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by m.account_pos), '[]') from
          (select * from contacts where survivor_id = c.id and id <> c.id
            order by account_pos limit 100) m) as merged
      from contacts asked join contacts c on c.id = asked.survivor_id
      where asked.id = ${id} and ${belongsTo(account.id, 'asked.account_id')}`)
    return row === undefined ? null : { data: row }
  },
})
