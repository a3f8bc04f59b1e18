import { execute } from '@recado/application/commands/execute'
import type { Ids } from '@recado/application/ids'
import { UserId } from '@recado/contract/dashboard/user'
import { apiKey } from '@recado/domain/api-key/api-key'
import { revokeApiKey } from '@recado/domain/api-key/revoke-api-key'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import type { CommandDeps } from '../../deps.ts'
import { commandContext } from '../../routing/request-context.ts'
import { workflowRoute } from '../../routing/route.ts'

const Revoked = z
  .object({ revoked: z.int().describe('How many keys no longer work.') })
  .describe('What was done.')

/** Revokes every key that a user has created, such as a removed one: the user has seen the texts of these keys. */
export const revokeKeysOfUserRoute = workflowRoute({
  method: 'DELETE',
  url: '/users/:id/api-keys',
  operationId: 'revokeKeysOfUser',
  summary: 'Revoke permanently all API keys that a user has created',
  params: z.object({ id: UserId }),
  reply: { 200: z.object({ data: Revoked }) },
  async handle(input, deps) {
    const context = commandContext(input, deps)
    const ids = await findWorkingKeys(deps, {
      account_id: input.account.id,
      user_id: input.params.id,
    })
    let position: bigint | null = null
    for (const id of ids) {
      const command = { key_id: id, at: context.now().toISOString() }
      const execution = { aggregate: apiKey, id, decide: revokeApiKey, command, context }
      const outcome = await execute(deps, execution)
      if (outcome.refused === undefined) position = outcome.position ?? position
    }
    return { status: 200, body: { data: { revoked: ids.length } }, position }
  },
})

async function findWorkingKeys(
  { pool }: CommandDeps,
  { account_id, user_id }: Ids<'account_id' | 'user_id'>,
) {
  const rows = await runOn(pool)<{ id: string }>(sql`
    select id from api_keys where account_id = ${account_id} and revoked_at is null
      and issued_by_type = 'user' and issued_by_id = ${user_id}`)
  return rows.map(({ id }) => id)
}
