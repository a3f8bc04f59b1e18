import type { CommandContext } from '@recado/application/commands/command-context'
import type { RouteInput } from '@recado/infra/http/api-route'
import type { CommandDeps } from './deps.ts'

/**
 * Who causes the facts of a request, and when.
 * @param accountId the account the facts belong to, null when to none; the caller's own unless told
 */
export function commandContext(
  { caller, requestId }: Pick<RouteInput, 'caller' | 'requestId'>,
  { now, newId }: Pick<CommandDeps, 'now' | 'newId'>,
  accountId: string | null = caller?.account.id ?? null,
): CommandContext {
  return {
    account_id: accountId,
    actor: caller ? { type: 'api_key', id: caller.key.id } : { type: 'operator', id: 'operator' },
    correlation_id: requestId,
    causation_id: requestId,
    request_id: requestId,
    now,
    newId,
  }
}
