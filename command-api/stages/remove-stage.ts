import { StageId } from '@recado/contract/ids'
import { funnel } from '@recado/domain/funnel/funnel'
import { removeStage } from '@recado/domain/funnel/remove-stage'
import { invalid, notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandRoute } from '../routing/command-route.ts'

export const removeStageRoute = commandRoute({
  method: 'DELETE',
  operationId: 'removeStage',
  url: '/stages/:id',
  summary: 'Remove a stage',
  description: 'Its contacts show the stage that is derived for them again.',
  params: z.object({ id: StageId }),
  aggregate: funnel,
  stream: ({ account }) => account.id,
  command: ({ params, at }) => ({ stage_id: params.id, at }),
  decide: removeStage,
  refusals: {
    stage_not_found: notFound,
    last_stage: invalid('the last stage cannot be removed; add another one first'),
  },
  problems: [404, 422],
  reply: { 200: z.object({ deleted: z.literal(true).describe('Always true.') }) },
  answer: () => ({ deleted: true as const }),
})
