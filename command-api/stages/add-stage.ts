import { proposal } from '@recado/contract/example-values'
import { NewStage, Stage } from '@recado/contract/stage'
import { addStage, MAX_STAGES } from '@recado/domain/funnel/add-stage'
import { funnel } from '@recado/domain/funnel/funnel'
import { invalid } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandRoute } from '../routing/command-route.ts'
import { shownStage } from './shown-stage.ts'

export const addStageRoute = commandRoute({
  method: 'POST',
  operationId: 'addStage',
  url: '/stages',
  summary: 'Add a stage after the last one',
  body: NewStage,
  requestExamples: { add: { value: { name: proposal.name, color: proposal.color } } },
  aggregate: funnel,
  stream: ({ account }) => account.id,
  command: ({ body, newId, at }) => ({ stage_id: newId(), ...body, at }),
  decide: addStage,
  refusals: {
    too_many_stages: invalid(`a funnel has at most ${MAX_STAGES} stages; remove one first`),
  },
  reply: { 201: z.object({ data: Stage }) },
  replyExamples: { 201: { value: { data: proposal } } },
  answer: ({ state, command }) => ({ data: shownStage(state, command.stage_id) }),
})
