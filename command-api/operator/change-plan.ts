import { Uuid } from '@recado/contract/ids'
import { account } from '@recado/domain/account/account'
import { changePlan } from '@recado/domain/account/change-plan'
import { z } from 'zod'
import { operatorCommand } from '../routing/command-route.ts'
import { noSuchAccount } from './account-exists.ts'
import { Plan } from './plan.ts'

export const changePlanRoute = operatorCommand({
  method: 'PATCH',
  url: '/accounts/:id',
  summary: 'Change the plan of an account',
  params: z.object({ id: Uuid }),
  body: z.object({ plan: Plan }),
  account: ({ params }) => params.id,
  aggregate: account,
  stream: ({ params }) => params.id,
  command: ({ params, body, at }) => ({ account_id: params.id, plan: body.plan, at }),
  decide: changePlan,
  refusals: { account_not_found: noSuchAccount },
  problems: [404],
  reply: { 200: z.object({ data: z.object({ id: Uuid, plan: Plan }) }) },
  answer: ({ params, body }) => ({ data: { id: params.id, plan: body.plan } }),
})
