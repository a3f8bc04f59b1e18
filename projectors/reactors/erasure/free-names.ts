import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { connectionNumberId } from '@recado/application/ids'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { releaseNumber } from '@recado/domain/connection-number/release-number'
import { releaseEmail } from '@recado/domain/user-email/release-email'
import { userEmail } from '@recado/domain/user-email/user-email'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { providerOf } from '@recado/infra/providers/provider-of'
import type { ErasureDeps } from './erase-person.ts'

type ConnectionRow = {
  readonly id: string
  readonly type: string
  readonly number: string | null
}

/** Frees what an erased account holds and others may want: its numbers, and the addresses of its users. */
export async function freeNames(
  deps: ErasureDeps,
  run: Run,
  account_id: string,
  context: CommandContext,
): Promise<void> {
  const at = deps.now().toISOString()
  const connections = await run<ConnectionRow>(sql`
    select id, type, coalesce(phone_number_id, session) as number from connections
    where account_id = ${account_id} and not released`)
  for (const { id: connection_id, type, number } of connections) {
    const { provider } = providerOf(deps.providers, type).capabilities
    const id = connectionNumberId({ provider, number: number ?? '' })
    const execution = { aggregate: connectionNumber, id, decide: releaseNumber, context }
    await execute(deps, { ...execution, command: { connection_id, at } })
  }
  const users = await run<{ id: string; email: string }>(sql`
    select id, email from users
    where account_id = ${account_id} and email is not null and removed_at is null`)
  for (const { id: user_id, email } of users) {
    const id = deps.personIds.userEmailId(email)
    const execution = { aggregate: userEmail, id, decide: releaseEmail, context }
    await execute(deps, { ...execution, command: { account_id, user_id, at } })
  }
}
