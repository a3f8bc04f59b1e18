import {
  contactDocument,
  funnelOf,
} from '@recado/application/read-models/documents/contact-document'
import { ContactDetail, type ContactSale, type ContactSession } from '@recado/contract/contact'
import { ContactId } from '@recado/contract/ids'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { raw, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../routing/query-route.ts'
import { contactSales, contactSessions } from './contact-source.ts'

type DetailRow = {
  doc: string
  sessions: z.output<typeof ContactSession>[]
  sales: ContactSale[]
  marketing_opted_out: boolean
}

export const getContact = queryRoute({
  operationId: 'getContact',
  url: '/contacts/:id',
  summary: 'Get a contact',
  description: 'For the id of a merged contact, the answer is the contact that continues.',
  params: z.object({ id: ContactId }),
  problems: [404],
  reply: z.object({ data: ContactDetail }),
  answer: async ({ account, params }, run) => {
    const [row] = await run<DetailRow>(sql`with ${funnelOf(account.id)}
      select ${raw(contactDocument('c'))} as doc, ${raw(contactSessions)} as sessions,
        ${raw(contactSales)} as sales, jsonb_array_length(c.opted_out_on) > 0 as marketing_opted_out
      from contacts asked join contacts c on c.id = asked.survivor_id
      where asked.id = ${params.id} and ${belongsTo(account.id, 'asked.account_id')}`)
    if (row === undefined) return null
    const { doc, ...more } = row
    return { data: { ...JSON.parse(doc), ...more } }
  },
})
