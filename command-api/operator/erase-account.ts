import { readProgress } from '@recado/application/accounts/erasure-progress'
import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { keepErasure } from '@recado/application/contacts/kept-erasures'
import { streamOf } from '@recado/application/ids'
import { Timestamp, Uuid } from '@recado/contract/ids'
import { Name } from '@recado/contract/kinds'
import { account } from '@recado/domain/account/account'
import { eraseAccount } from '@recado/domain/account/erase-account'
import { deactivateWebhook } from '@recado/domain/webhook/deactivate-webhook'
import { webhook } from '@recado/domain/webhook/webhook'
import { HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute } from '../routing/route.ts'
import { noSuchAccount } from './account-exists.ts'
import { endConnection } from './release-connection.ts'

const AccountErasure = z.object({
  account_id: Uuid,
  status: z.enum(['running', 'done']),
  requested_at: Timestamp,
  erased_at: Timestamp.nullable().describe('When nothing was left; null while it runs.'),
  rows: z.number().int().describe('Rows of the read models that were removed so far.'),
  keys: z.number().int().describe('Facts of the log whose keys were destroyed so far.'),
})
type AccountErasure = z.infer<typeof AccountErasure>

const reply = z.object({ data: AccountErasure })

/**
 * Ends what acts for the account, webhooks and connections, then the account, whose keys and users are refused from then
 * on. `projectors/reactors/erasure/erase-account.ts` removes what is held. A repeated call completes an interrupted one.
 */
export const eraseAccountRoute = operatorRoute({
  method: 'POST',
  url: '/accounts/:id/erasure',
  summary: 'Erase an account with everything that is held of it, for good',
  params: z.object({ id: Uuid }),
  body: z.object({ name: Name.describe('The name of the account, so that no other is erased.') }),
  problems: [404, 422, 502],
  reply: { 202: reply },
  async handle(input, deps) {
    const { id } = input.params
    const context = commandContext(input, deps, id)
    const { state } = await load(deps, account, streamOf(account, id))
    const ended = state.plan === null ? null : await endAll(deps, id, input.body.name, context)
    if (ended !== null) return ended
    const execution = { aggregate: account, id, decide: eraseAccount, context }
    const command = { account_id: id, at: context.now().toISOString() }
    const outcome = await execute(deps, { ...execution, command })
    if (outcome.refused !== undefined) return noSuchAccount()
    const requested_at = outcome.state.erased_at ?? command.at
    const begun = { status: 'running', requested_at, erased_at: null, rows: 0, keys: 0 } as const
    const data = (await readErasure(deps, id)) ?? { account_id: id, ...begun }
    return { status: 202, body: { data }, position: outcome.position }
  },
})

export const readAccountErasureRoute = operatorRoute({
  method: 'GET',
  url: '/accounts/:id/erasure',
  summary: 'Show how far the erasure of an account is',
  params: z.object({ id: Uuid }),
  problems: [404],
  reply: { 200: reply },
  async handle({ params }, deps) {
    const data = await readErasure(deps, params.id)
    return data === null ? notFound() : { status: 200, body: { data }, position: null }
  },
})

/** Ends webhooks and connections, and notes the erasure outside of what a backup restores, if the name is right. */
async function endAll(
  deps: CommandDeps,
  account_id: string,
  name: string,
  context: CommandContext,
): Promise<HttpProblem | null> {
  if (deps.registry.account(account_id)?.name !== name)
    return invalidInput('name is not the name of this account')
  const requested_at = context.now().toISOString()
  for (const entry of deps.registry.connectionsOf(account_id)) {
    const off = {
      connection_id: entry.id,
      reason: 'requested',
      url: null,
      at: requested_at,
    } as const
    const execution = { aggregate: webhook, id: entry.id, decide: deactivateWebhook, context }
    await execute(deps, { ...execution, command: off })
    const ended = await endConnection(deps, entry, context)
    if (ended instanceof HttpProblem) return ended
  }
  const { ERASURES_DIR: folder } = deps.config
  if (folder !== null) await keepErasure(folder, { account_id, requested_at })
  return null
}

async function readErasure(
  { pool }: CommandDeps,
  account_id: string,
): Promise<AccountErasure | null> {
  const [row] = await runOn(pool)<
    Pick<AccountErasure, 'status' | 'requested_at' | 'erased_at'>
  >(sql`
    select case when erased_at is null then 'running' else 'done' end as status, requested_at, erased_at
    from erasures where id = ${account_id} and kind = 'account'`)
  if (row === undefined) return null
  const { rows, facts: keys } = await readProgress(pool, account_id)
  return { account_id, ...row, rows, keys }
}
