import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { LoadedSend } from './append-to-send.ts'
import {
  type AttemptSetup,
  dropCall,
  type MadeAttempt,
  makeAttempt,
  type PreparedCall,
  waitAside,
} from './attempt.ts'
import type { Sending } from './sending.ts'

const HOLD_MARGIN_MS = 5_000

/** How long this process holds a waiting send, ms; after that recovery may take it over. */
export function holdMs({ retryPolicy }: Pick<Sending, 'retryPolicy'>): number {
  return retryPolicy.turnMs + HOLD_MARGIN_MS
}

/**
 * Makes an attempt once its call is prepared. Leaves the send to recovery when the preparation outlasts the hold, when
 * there is no room for a claim until then, when the process stops, or when the log is unavailable and the attempt cannot be claimed.
 * @returns null when another process has the send
 */
export async function attemptHeld(
  setup: AttemptSetup,
  loaded: LoadedSend,
  preparing: Promise<PreparedCall>,
): Promise<MadeAttempt | null> {
  const { sending } = setup.deps
  const until = performance.now() + holdMs(sending)
  const isClaimed = loaded.send.phase === 'attempting'
  const prepared = await waitAside(setup, () =>
    isClaimed ? preparing : answerWithin(holdMs(sending), preparing, sending.stopping),
  )
  if (prepared === undefined) {
    dropCall(preparing)
    return leftToRecovery(loaded)
  }
  try {
    return await makeAttempt(setup, loaded, prepared, until - performance.now())
  } catch (error) {
    if (error instanceof StoreUnavailable) return leftToRecovery(loaded)
    throw error
  }
}

function leftToRecovery(loaded: LoadedSend): MadeAttempt {
  const outcome = { outcome: 'no_turn', retry_after_ms: 0 } as const
  return { loaded, attempt: loaded.send.attempt, claimed: false, outcome, slot: null }
}
