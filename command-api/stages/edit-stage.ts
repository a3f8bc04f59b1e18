import { proposal } from '@recado/contract/example-values'
import { StageId } from '@recado/contract/ids'
import { Stage, StageChanges } from '@recado/contract/stage'
import { editStage } from '@recado/domain/funnel/edit-stage'
import { funnel } from '@recado/domain/funnel/funnel'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandRoute } from '../routing/command-route.ts'
import { shownStage } from './shown-stage.ts'

const EXAMPLE_NAME = 'Proposal sent'

export const editStageRoute = commandRoute({
  method: 'PATCH',
  operationId: 'editStage',
  url: '/stages/:id',
  summary: 'Rename, recolour or move a stage',
  params: z.object({ id: StageId }),
  body: StageChanges,
  requestExamples: {
    rename: { summary: 'Rename', value: { name: EXAMPLE_NAME } },
    move: { summary: 'Move to the first place', value: { position: 0 } },
  },
  aggregate: funnel,
  stream: ({ account }) => account.id,
  command: ({ params, body, at }) => ({ stage_id: params.id, ...body, at }),
  decide: editStage,
  refusals: { stage_not_found: notFound },
  problems: [404],
  reply: { 200: z.object({ data: Stage }) },
  replyExamples: { 200: { value: { data: { ...proposal, name: EXAMPLE_NAME } } } },
  answer: ({ state, command }) => ({ data: shownStage(state, command.stage_id) }),
})
