import { page, pageQuery } from '@recado/contract/page'
import { Template, TemplateStatus } from '@recado/contract/template'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { filteredPage, keptPage } from '../list-page.ts'
import type { ListSource } from '../list-source.ts'
import { queryRoute } from '../query-route.ts'

const templatesOfAccount: ListSource = {
  name: 'templates.account',
  from: 'templates t',
  key: 'account_id',
  position: 'account_pos',
  doc: 't.doc',
  kind: 'blocks',
  order: 'newest_first',
}

/** GET /templates: the one that changed last first. */
export const listTemplates = queryRoute({
  url: '/templates',
  summary: 'List message templates',
  description: 'As the provider last listed them, the one that changed last first.',
  query: z.object({ status: TemplateStatus.optional(), ...pageQuery() }),
  reply: page(Template),
  answer: ({ account, query }, run) => {
    const { status } = query
    if (status === undefined) return keptPage(templatesOfAccount, account.id, query, run)
    const where = sql`t.account_id = ${account.id} and t.status = ${status}`
    return filteredPage(templatesOfAccount, where, query, run)
  },
})
