import { commandRoute } from '@recado/command-api/routing/command-route'
import { Uuid } from '@recado/contract/ids'
import { apiKey } from '@recado/domain/api-key/api-key'
import { funnel } from '@recado/domain/funnel/funnel'
import { removeStage } from '@recado/domain/funnel/remove-stage'
import { invalid, notFound } from '@recado/infra/http/http-problem'
import { test } from 'tap'
import { z } from 'zod'

const removal = {
  method: 'DELETE',
  url: '/stages/:id',
  summary: 'Remove a stage',
  params: z.object({ id: Uuid }),
  aggregate: funnel,
  stream: () => 'a funnel',
  decide: removeStage,
  reply: { 200: z.object({ deleted: z.literal(true) }) },
} as const
const refusals = { stage_not_found: notFound, last_stage: invalid('the last stage stays') }
const command = { stage_id: 'a stage', at: '2026-01-01T09:00:00.000Z' }

test('a route whose parts do not fit its decision does not compile', async (t) => {
  const right = commandRoute({
    ...removal,
    refusals,
    command: ({ params, at }) => ({ stage_id: params.id, at }),
    answer: () => ({ deleted: true as const }),
  })
  const wrong = [
    commandRoute({
      ...removal,
      command: () => command,
      // @ts-expect-error the refusal last_stage has no answer
      refusals: { stage_not_found: notFound },
      answer: () => ({ deleted: true as const }),
    }),
    commandRoute({
      ...removal,
      command: () => command,
      // @ts-expect-error the decision has no such refusal
      refusals: { ...refusals, never_refused: notFound },
      answer: () => ({ deleted: true as const }),
    }),
    commandRoute({
      ...removal,
      // @ts-expect-error the command lacks its time
      command: ({ params }) => ({ stage_id: params.id }),
      refusals,
      answer: () => ({ deleted: true as const }),
    }),
    commandRoute({
      ...removal,
      command: () => command,
      refusals,
      // @ts-expect-error the schema of the reply has another body
      answer: () => ({ deleted: false as const }),
    }),
    commandRoute({
      ...removal,
      // @ts-expect-error the parameters have no such field
      command: ({ params, at }) => ({ stage_id: params.stage, at }),
      refusals,
      answer: () => ({ deleted: true as const }),
    }),
    commandRoute({
      ...removal,
      command: () => command,
      refusals,
      reply: { 200: z.object({ deleted: z.literal(true) }), 202: z.object({}) },
      // @ts-expect-error no reply has this status
      status: () => 404,
      answer: () => ({ deleted: true as const }),
    }),
    commandRoute({
      ...removal,
      // @ts-expect-error the decision is about another aggregate
      aggregate: apiKey,
      command: () => command,
      refusals,
      answer: () => ({ deleted: true as const }),
    }),
  ]
  t.same(new Set([right, ...wrong].map(({ url }) => url)), new Set(['/stages/:id']))
})
