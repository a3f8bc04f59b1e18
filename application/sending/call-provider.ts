import { isServed } from '@recado/infra/providers/gateway-calls'
import { messagesPerSecond } from '@recado/infra/providers/messages-per-second'
import type { Providers } from '@recado/infra/providers/provider'
import { providerOf } from '@recado/infra/providers/provider-of'
import type {
  NoTurn,
  NotCalled,
  OutboundMessage,
  ReadyCall,
  SendOutcome,
} from '@recado/infra/providers/send-call'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { ClaimSlot, ClaimSlots } from './claim-slots.ts'
import type { Pacing } from './pacing.ts'

/** A prepared call, with the place of its claim. */
export type ClaimableCall = ReadyCall & { readonly slot: ClaimSlot }

export type CallOutcome = SendOutcome | NoTurn

/** How long a request waits, and how often it tries, before it leaves its send to recovery. */
export type RetryPolicy = {
  /** In ms, for a free turn. */
  readonly turnMs: number
  /** In ms, from the first try to the start of the last one: a slow provider is not called twice. */
  readonly retryMs: number
  readonly quickTries: number
}

export type CallDeps = {
  readonly providers: Providers
  readonly pacing: Pacing
  readonly claims: ClaimSlots
}

const NO_TURN_WAIT_MS = 1_000

/**
 * Whether this installation can send through the connection now: not if it is released, its gateway not known here, or
 * not connected where that is needed.
 */
export function canSend(
  { providers }: Pick<CallDeps, 'providers'>,
  connection: ConnectionEntry,
): boolean {
  const provider = providers.get(connection.type)
  if (connection.released || provider?.prepare === undefined) return false
  if (provider.sends.onlyConnected && connection.status !== 'connected') return false
  return isServed(provider.gateways, connection)
}

/**
 * Waits for a turn and for a chat, each at most `turnMs`, and prepares the call. Sends nothing yet.
 * @param present the connection as it is now: while a send waits, its number may lose its phone, or move to another gateway
 */
export async function prepareCall(
  deps: CallDeps,
  present: () => ConnectionEntry,
  message: OutboundMessage,
  turnMs: number,
): Promise<ClaimableCall | NotCalled | NoTurn> {
  const turn = await takeTurn(deps, present(), turnMs)
  const connection = present()
  if (!turn || !canSend(deps, connection))
    return { outcome: 'no_turn', retry_after_ms: NO_TURN_WAIT_MS }
  const { prepare } = providerOf(deps.providers, connection.type)
  if (prepare === undefined) throw new Error(`nothing is sent through ${connection.type} here`)
  const ready = await prepare(connection, message, turnMs)
  if ('outcome' in ready) return ready
  const slot = deps.claims.slot(connection.id)
  const send = async () => {
    const perSecond = messagesPerSecond(deps.providers, connection)
    const spaced = await deps.pacing.spaceCall(connection.id, perSecond)
    slot.free()
    const outcome = await ready.send()
    if (outcome.outcome === 'later' && outcome.slows_number) spaced.slowDown()
    return outcome
  }
  return { ...ready, send, slot }
}

/** Turns are leased from Postgres: while it is unavailable there are none. */
function takeTurn(deps: CallDeps, connection: ConnectionEntry, withinMs: number): Promise<boolean> {
  const perSecond = messagesPerSecond(deps.providers, connection)
  return deps.pacing.acquireTurn(connection.id, perSecond, withinMs).catch(() => false)
}
