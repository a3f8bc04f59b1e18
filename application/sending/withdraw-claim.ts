import { isRefusal } from '@recado/domain/decision'
import { deferSend } from '@recado/domain/message/defer-send'
import type { CommandContext } from '../commands/command-context.ts'
import { appendIfLanded, type FoundSend } from './append-if-landed.ts'
import type { BackgroundDeps } from './background-work.ts'

/**
 * Withdraws a claim whose append got no answer but reached the log. Only this process knows that nothing was called:
 * otherwise the attempt would end as an unknown outcome, and the send would never go out.
 * @returns resolves when the claim is withdrawn, or did not reach the log
 */
export function withdrawClaim(
  deps: Pick<BackgroundDeps, 'store' | 'sending'>,
  messageId: string,
  claimId: string,
  context: CommandContext,
): Promise<void> {
  return appendIfLanded(deps, { messageId, factId: claimId }, withdrawn, context)
}

function withdrawn({ state, attempt }: FoundSend, at: string) {
  const facts = deferSend({ attempt, claimed: true, not_before: at, error: null, at }, state)
  return isRefusal(facts) ? [] : facts
}
