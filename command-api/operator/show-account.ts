import { Timestamp, Uuid } from '@recado/contract/ids'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { operatorRoute } from '../routing/route.ts'
import { noSuchAccount } from './account-exists.ts'
import { Plan } from './plan.ts'

const Account = z.object({ id: Uuid, name: z.string(), plan: Plan, opened_at: Timestamp })

export const showAccountRoute = operatorRoute({
  method: 'GET',
  url: '/accounts/:id',
  summary: 'Show an account',
  params: z.object({ id: Uuid }),
  problems: [404],
  reply: { 200: z.object({ data: Account }) },
  async handle({ params }, { pool }) {
    const [data] = await runOn(pool)<z.infer<typeof Account>>(sql`
      select id, name, plan, opened_at from accounts where id = ${params.id}`)
    return data === undefined ? noSuchAccount() : { status: 200, body: { data }, position: null }
  },
})
