import type { ConnectionType } from '@recado/domain/connection/events'
import type {
  NotCalled,
  OutboundMessage,
  Provider,
  ReadyCall,
  SendOutcome,
} from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Pacing } from './pacing.ts'

/** Nothing was called: no turn came free in time. */
export type NoTurn = { readonly outcome: 'no_turn'; readonly retry_after_ms: number }

/** A provider's outcome, or no turn. */
export type CallOutcome = SendOutcome | NoTurn

/** A provider, and how many messages a second one of its numbers takes. */
export type PacedProvider = { readonly provider: Provider; readonly perSecond: number }

/** How long a request waits, and how often it tries, before recovery goes on with its send. */
export type RetryPolicy = {
  /** The longest wait for a free turn, ms. */
  readonly turnMs: number
  /** The longest time from the first try to the start of the last, ms: a slow provider is not asked twice. */
  readonly retryMs: number
  readonly quickTries: number
}

export type CallDeps = {
  /** A type without a provider cannot send here. */
  readonly providers: Readonly<Partial<Record<ConnectionType, PacedProvider>>>
  readonly pacing: Pacing
}

const NO_TURN_WAIT_MS = 1_000

/** Waits for a turn, at most `turnMs`, and for all else that a call needs. Nothing is sent yet. */
export async function getReady(
  deps: CallDeps,
  connection: ConnectionEntry,
  message: OutboundMessage,
  turnMs: number,
): Promise<ReadyCall | NotCalled | NoTurn> {
  const turn = await takeTurn(deps, connection, turnMs)
  if (!turn) return { outcome: 'no_turn', retry_after_ms: NO_TURN_WAIT_MS }
  const { provider, perSecond } = pacedProvider(deps, connection)
  const ready = await provider.prepare(connection, message)
  if ('outcome' in ready) return ready
  const send = () => deps.pacing.pass(connection.id, perSecond).then(() => ready.send())
  return { ...ready, send }
}

/** Turns come from Postgres: while it is away there are none. */
function takeTurn(deps: CallDeps, connection: ConnectionEntry, withinMs: number): Promise<boolean> {
  const { perSecond } = pacedProvider(deps, connection)
  return deps.pacing.take(connection.id, perSecond, withinMs).catch(() => false)
}

function pacedProvider({ providers }: CallDeps, { type }: ConnectionEntry): PacedProvider {
  const paced = providers[type]
  if (paced === undefined) throw new Error(`no provider is configured for ${type}`)
  return paced
}
