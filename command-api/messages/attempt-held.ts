import type { LoadedSend } from '@recado/application/sending/append-to-send'
import {
  type AttemptSetup,
  dropCall,
  type MadeAttempt,
  makeAttempt,
  type PreparedCall,
} from '@recado/application/sending/attempt'
import type { Sending } from '@recado/application/sending/sending'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { StoreUnavailable } from '@recado/infra/event-store/errors'

/** How much longer than its wait for a turn a process holds a send, ms. */
const HOLD_MARGIN_MS = 5_000

/** How long this process keeps a send that waits to itself, ms; after that recovery may take it over. */
export function holdMs({ retryPolicy }: Pick<Sending, 'retryPolicy'>): number {
  return retryPolicy.turnMs + HOLD_MARGIN_MS
}

/**
 * Makes an attempt whose call is being prepared, while this process holds the send. When that takes too long, the
 * process stops, or the log is unavailable so that nothing can be claimed, the send is handed over to recovery.
 * @returns null when somebody else has the send
 */
export async function attemptHeld(
  setup: AttemptSetup,
  loaded: LoadedSend,
  preparing: Promise<PreparedCall>,
): Promise<MadeAttempt | null> {
  const { sending } = setup.deps
  const isClaimed = loaded.send.phase === 'attempting'
  const prepared = isClaimed
    ? await preparing
    : await answerWithin(holdMs(sending), preparing, sending.stopping)
  if (prepared === undefined) {
    dropCall(preparing)
    return handedOver(loaded)
  }
  try {
    return await makeAttempt(setup, loaded, prepared)
  } catch (error) {
    if (error instanceof StoreUnavailable) return handedOver(loaded)
    throw error
  }
}

function handedOver(loaded: LoadedSend): MadeAttempt {
  const outcome = { outcome: 'no_turn', retry_after_ms: 0 } as const
  return { loaded, attempt: loaded.send.attempt, claimed: false, outcome }
}
