import { ContactDetail, type ContactSale } from '@recado/contract/contact'
import { Uuid } from '@recado/contract/ids'
import { raw, sql } from '@recado/infra/postgres/sql'
import { contactDocument } from '@recado/infra/read-models/contact-document'
import { z } from 'zod'
import { queryRoute } from '../query-route.ts'
import { contactSales } from './contact-source.ts'

/** GET /contacts/{id}: a person with sessions and sales. */
export const getContact = queryRoute({
  url: '/contacts/:id',
  summary: 'Get a contact',
  params: z.object({ id: Uuid }),
  reply: z.object({ data: ContactDetail }),
  answer: async ({ account, params }, run) => {
    const [row] = await run<{ doc: string; sales: ContactSale[] }>(sql`
      select ${raw(contactDocument)} as doc, ${raw(contactSales)} as sales from contacts c
      where c.id = ${params.id} and c.account_id = ${account.id}`)
    if (row === undefined) return null
    return { data: { ...JSON.parse(row.doc), sessions: [], sales: row.sales } }
  },
})
