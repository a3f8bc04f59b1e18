import { deferSend } from '@recado/domain/message/defer-send'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { SendOutcome } from '@recado/infra/providers/send-call'
import { newEvents } from '../commands/command-context.ts'
import { appendToSend, type LoadedSend } from './append-to-send.ts'
import {
  type AttemptSetup,
  type MadeAttempt,
  type PreparedCall,
  prepareAttempt,
  waitAside,
} from './attempt.ts'
import { attemptHeld, holdMs } from './attempt-held.ts'

/**
 * Makes an attempt, and retries when nothing was sent and the provider allows a retry soon.
 * @returns the last attempt; null when another process has the send
 */
export async function attemptOften(
  setup: AttemptSetup,
  requested: LoadedSend,
  first: Promise<PreparedCall>,
): Promise<MadeAttempt | null> {
  const { retryPolicy, stopping } = setup.deps.sending
  const deadline = performance.now() + retryPolicy.retryMs
  let loaded = requested
  let preparing = first
  for (let tries = 1; ; tries++) {
    const made = await attemptHeld(setup, loaded, preparing)
    if (made?.outcome.outcome !== 'later' || tries >= retryPolicy.quickTries) return made
    const { retry_after_ms } = made.outcome
    if (performance.now() + retry_after_ms > deadline) return made
    const held = await deferHeld(setup, made, made.outcome)
    if (held === null) return made
    await waitAside(setup, () => sleep(retry_after_ms, stopping))
    if (stopping.aborted) return { ...made, loaded: held, claimed: false }
    loaded = held
    preparing = prepareAttempt(setup, held.send, retryPolicy.turnMs)
  }
}

/** Records that this process holds the send until its next attempt; null when that fails. */
async function deferHeld(
  { deps, context }: AttemptSetup,
  { loaded, attempt, claimed }: MadeAttempt,
  { error, retry_after_ms }: Extract<SendOutcome, { outcome: 'later' }>,
): Promise<LoadedSend | null> {
  const now = context.now().getTime()
  const inMs = (ms: number) => new Date(now + ms).toISOString()
  const command = {
    attempt,
    claimed,
    error,
    at: inMs(0),
    not_before: inMs(retry_after_ms),
    held_until: inMs(retry_after_ms + holdMs(deps.sending)),
  }
  const facts = deferSend(command, loaded.send)
  if ('refused' in facts || facts.length === 0) return null
  return appendToSend(deps, loaded, newEvents(facts, context)).catch(() => null)
}
