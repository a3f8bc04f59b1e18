import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionType } from '@recado/domain/connection/events'
import type { ConnectionEntry } from '../directory/directory.ts'
import type { OutboundMessage, Provider, SendOutcome } from '../providers/provider.ts'
import type { Pacing } from './pacing.ts'

/** A provider's outcome, or no turn came free in time and nothing was called. */
export type CallOutcome =
  | SendOutcome
  | { readonly outcome: 'no_turn'; readonly retry_after_ms: number }

/** A provider and how many messages a second one of its numbers bears. */
export type PacedProvider = { readonly provider: Provider; readonly perSecond: number }

/** How long a call may wait before the send goes on in the background. */
export type Patience = {
  /** For a free turn, ms. */
  readonly turnMs: number
  /** From the first try to the start of the last one, ms: a slow provider is not asked twice. */
  readonly retryMs: number
  readonly quickTries: number
}

export type CallDeps = {
  /** A type without a provider cannot send here. */
  readonly providers: Readonly<Partial<Record<ConnectionType, PacedProvider>>>
  readonly pacing: Pacing
}

const NO_TURN_WAIT_MS = 1_000

/**
 * Sends, and tries again where nothing was sent and the provider asks for little patience. What is accepted,
 * refused or unknown is never tried again.
 */
export async function callProvider(
  deps: CallDeps,
  connection: ConnectionEntry,
  message: OutboundMessage,
  patience: Patience,
): Promise<CallOutcome> {
  const deadline = performance.now() + patience.retryMs
  for (let tries = 1; ; tries++) {
    const outcome = await oneTry(
      deps,
      connection,
      { ...message, attempt: message.attempt + tries - 1 },
      patience,
    )
    if (outcome.outcome !== 'later') return outcome
    const goesOn = performance.now() + outcome.retry_after_ms <= deadline
    if (tries >= patience.quickTries || !goesOn) return outcome
    await delay(outcome.retry_after_ms)
  }
}

async function oneTry(
  deps: CallDeps,
  connection: ConnectionEntry,
  message: OutboundMessage,
  { turnMs }: Patience,
): Promise<CallOutcome> {
  const turn = await takeTurn(deps, connection, turnMs)
  if (!turn) return { outcome: 'no_turn', retry_after_ms: NO_TURN_WAIT_MS }
  return callInTurn(deps, connection, message)
}

/** Waits for a turn, at most `withinMs`. Turns come from Postgres: while it is away there are none. */
export function takeTurn(
  deps: CallDeps,
  connection: ConnectionEntry,
  withinMs: number,
): Promise<boolean> {
  const { perSecond } = pacedProvider(deps, connection)
  return deps.pacing.take(connection.id, perSecond, withinMs).catch(() => false)
}

/** Sends once; whoever calls it has taken a turn. */
export function callInTurn(
  deps: CallDeps,
  connection: ConnectionEntry,
  message: OutboundMessage,
): Promise<SendOutcome> {
  return pacedProvider(deps, connection).provider.send(connection, message)
}

function pacedProvider({ providers }: CallDeps, { type }: ConnectionEntry): PacedProvider {
  const paced = providers[type]
  if (paced === undefined) throw new Error(`no provider is configured for ${type}`)
  return paced
}
