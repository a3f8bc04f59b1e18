import type { CommandContext } from '@recado/application/commands/command-context'
import type { Caller, RouteInput } from '@recado/infra/http/api-route'
import { addChainToLog } from '@recado/infra/http/request-log'
import { traceOf } from '@recado/infra/http/trace-requests'
import type { CommandDeps } from '../deps.ts'

/** The parts of a request that the metadata of its facts contain. */
type Causing = Pick<RouteInput, 'requestId' | 'request'> & {
  readonly caller: Pick<Caller, 'account' | 'actor'> | null
}

/**
 * The context of a request's facts: actor, chain and clock. Further log lines of the request name its chain as its facts do.
 * @param accountId the account of the facts, null for none; by default the caller's
 */
export function commandContext(
  { caller, requestId, request }: Causing,
  { now, newId, personIds }: Pick<CommandDeps, 'now' | 'newId' | 'personIds'>,
  accountId: string | null = caller?.account.id ?? null,
): CommandContext {
  const request_id = personIds.requestId({ account_id: accountId, request_id: requestId })
  if (request_id !== requestId)
    addChainToLog(request, { account_id: accountId, correlation_id: request_id })
  return {
    account_id: accountId,
    actor: caller?.actor ?? { type: 'operator', id: 'operator' },
    correlation_id: request_id,
    causation_id: request_id,
    request_id,
    traceparent: traceOf(request),
    now,
    newId,
  }
}
