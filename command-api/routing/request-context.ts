import type { CommandContext } from '@recado/application/commands/command-context'
import type { Caller, RouteInput } from '@recado/infra/http/api-route'
import { traceOf } from '@recado/infra/http/trace-requests'
import type { CommandDeps } from '../deps.ts'

/** The parts of a request that the metadata of its facts contain. */
type Causing = Pick<RouteInput, 'requestId' | 'request'> & {
  readonly caller: Pick<Caller, 'account' | 'actor'> | null
}

/**
 * The context of a request's facts: actor, chain and clock.
 * @param accountId the account of the facts, null for none; by default the caller's
 */
export function commandContext(
  { caller, requestId, request }: Causing,
  { now, newId }: Pick<CommandDeps, 'now' | 'newId'>,
  accountId: string | null = caller?.account.id ?? null,
): CommandContext {
  return {
    account_id: accountId,
    actor: caller?.actor ?? { type: 'operator', id: 'operator' },
    correlation_id: requestId,
    causation_id: requestId,
    request_id: requestId,
    traceparent: traceOf(request),
    now,
    newId,
  }
}
