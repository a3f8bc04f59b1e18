import { templatesOfAccount } from '@recado/application/read-models/lists/templates'
import { page, pageQuery } from '@recado/contract/page'
import { Template, TemplateStatus } from '@recado/contract/template'
import { z } from 'zod'
import { facetsWith } from '../paging/facet-page.ts'
import { countedPage } from '../paging/list-page.ts'
import type { ListSource } from '../paging/list-source.ts'
import { queryRoute } from '../routing/query-route.ts'

const source = { ...templatesOfAccount, doc: 't.doc' } satisfies ListSource

export const listTemplates = queryRoute({
  operationId: 'listTemplates',
  url: '/templates',
  summary: 'List message templates',
  description: 'As the provider last listed them, the one that changed last first.',
  query: z.object({ status: TemplateStatus.optional(), ...pageQuery() }),
  reply: page(Template),
  answer: ({ account, query }, run) =>
    countedPage(source, account.id, query, run, facetsWith(source, { status: query.status })),
})
