import { readErasure } from '@recado/application/contacts/read-erasure'
import { Erasure } from '@recado/contract/erasure'
import { ContactId } from '@recado/contract/ids'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../routing/query-route.ts'

export const getErasure = queryRoute({
  operationId: 'getErasure',
  url: '/contacts/:id/erasure',
  summary: 'Get how far the erasure of a person is',
  description: 'Extension. Also afterwards. 404 for a contact that nobody asked to erase.',
  params: z.object({ id: ContactId }),
  problems: [404],
  reply: z.object({ data: Erasure }),
  answer: async ({ account, params }, run) => {
    const [asked] = await run<{ survivor_id: string }>(sql`
      select survivor_id from contacts where id = ${params.id} and ${belongsTo(account.id, 'account_id')}`)
    const data = asked === undefined ? null : await readErasure(run, asked.survivor_id)
    return data === null ? null : { data }
  },
})
