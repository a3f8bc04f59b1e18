import { templateTexts } from '@recado/application/templates/template-texts'
import { TemplateText } from '@recado/contract/dashboard/template'
import { TemplateId } from '@recado/contract/template'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../../routing/query-route.ts'

type Row = { readonly components: unknown; readonly parameter_format: string }

/** GET /templates/{id}/texts: the texts of a template and their parameters. */
export const getTemplateTexts = queryRoute({
  operationId: 'getTemplateTexts',
  url: '/templates/:id/texts',
  summary: 'Get the texts of a template',
  params: z.object({ id: TemplateId }),
  reply: z.object({
    data: z.array(TemplateText).describe('In the order in which a person sees them.'),
  }),
  answer: async ({ account, params: { id } }, run) => {
    const [row] = await run<Row>(sql`
      select components, parameter_format from templates
      where id = ${id} and ${belongsTo(account.id)}`)
    if (row === undefined) return null
    return { data: templateTexts(row.components, row.parameter_format) }
  },
})
