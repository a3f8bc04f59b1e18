import { randomBytes } from 'node:crypto'
import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { firstStageId } from '@recado/application/ids'
import { Timestamp, Uuid } from '@recado/contract/ids'
import { Name } from '@recado/contract/kinds'
import { account } from '@recado/domain/account/account'
import { type OpenAccount, openAccount } from '@recado/domain/account/open-account'
import { funnel } from '@recado/domain/funnel/funnel'
import { openFunnel } from '@recado/domain/funnel/open-funnel'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute } from '../routing/route.ts'
import { Plan } from './plan.ts'

/**
 * Creates the funnel first, then the secret, then the account, so that every account has both. A crash leaves only data
 * under an id that no client knows.
 */
export const openAccountRoute = operatorRoute({
  method: 'POST',
  url: '/accounts',
  summary: 'Open an account with the default funnel',
  body: z.object({ name: Name, plan: Plan }),
  reply: {
    201: z.object({
      data: z.object({
        id: Uuid,
        name: z.string(),
        plan: Plan,
        sales_secret: z.string().describe('Signs notices of sales; shown only here.'),
        opened_at: Timestamp,
      }),
    }),
  },
  async handle(input, deps) {
    const account_id = deps.newId()
    const context = commandContext(input, deps, account_id)
    const at = context.now().toISOString()
    const sales_secret = `sales_${randomBytes(24).toString('base64url')}`
    await addDefaultStages(deps, account_id, at, context)
    const sales_secret_ref = await deps.vault.put({ account_id, secret: sales_secret })
    const command: OpenAccount = { account_id, ...input.body, sales_secret_ref, at }
    const execution = { aggregate: account, id: account_id, decide: openAccount, command, context }
    const outcome = await execute(deps, execution)
    return {
      status: 201,
      body: { data: { id: account_id, ...input.body, sales_secret, opened_at: at } },
      position: 'position' in outcome ? outcome.position : null,
    }
  },
})

async function addDefaultStages(
  deps: CommandDeps,
  accountId: string,
  at: string,
  context: CommandContext,
): Promise<void> {
  const stage_ids = {
    new: firstStageId(accountId, 'new'),
    engaged: firstStageId(accountId, 'engaged'),
    won: firstStageId(accountId, 'won'),
  }
  const command = { stage_ids, at }
  await execute(deps, { aggregate: funnel, id: accountId, decide: openFunnel, command, context })
}
