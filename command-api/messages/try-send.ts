import type { CommandContext } from '@recado/application/commands/command-context'
import { type CallOutcome, getReady, type NoTurn } from '@recado/application/sending/call-provider'
import { claimAndCall, type Standing } from '@recado/application/sending/claim-attempt'
import { outboundMessage } from '@recado/application/sending/outbound-message'
import type { OutboundMessage } from '@recado/domain/message/message'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { NotCalled, ReadyCall } from '@recado/infra/providers/provider'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../deps.ts'
import type { Target } from './resolve-target.ts'

/** Everything that a send is carried out with. */
export type Errand = {
  readonly deps: CommandDeps
  readonly connection: ConnectionEntry
  readonly target: Pick<Target, 'wa_id' | 'lid'>
  readonly context: CommandContext
}

/** How far a send came: which attempt ended how. */
export type Tried = {
  readonly standing: Standing
  readonly attempt: number
  /** Whether that attempt was claimed, or ended before. */
  readonly claimed: boolean
  readonly outcome: CallOutcome
}

/** A call that waits for nothing any more, or why there is none. */
export type Ready = ReadyCall | NotCalled | NoTurn

/** What a run may take beyond its turn before others go on with a send that waits with it, ms. */
const HOLD_MARGIN_MS = 5_000

/** How long from now a send may wait with this run, ms. */
export function holdMs({ deps }: Errand): number {
  return deps.sending.patience.turnMs + HOLD_MARGIN_MS
}

/** Begins to wait for all that the next call of a send needs. */
export function readyFor({ deps, connection, target }: Errand, send: OutboundMessage) {
  const { sending } = deps
  const attempt = send.phase === 'attempting' ? send.attempt : send.attempt + 1
  const call = outboundMessage({ ...send, attempt }, target.wa_id, target.lid)
  return getReady(sending, connection, call, sending.patience.turnMs)
}

/** Gives back what is held for a call that is not made. */
export function dropWhenReady(readying: Promise<Ready>): void {
  readying.then((ready) => ('send' in ready ? ready.drop() : undefined)).catch(() => undefined)
}

/**
 * Makes a call once it is ready, claimed right before where it is not claimed yet.
 * @returns null when somebody else has the send by now
 */
export async function trySend(
  errand: Errand,
  standing: Standing,
  readying: Promise<Ready>,
): Promise<Tried | null> {
  const { phase, attempt } = standing.send
  if (phase === 'attempting') {
    const ready = await readying
    if ('send' in ready) return { standing, attempt, claimed: true, outcome: await ready.send() }
  }
  const ready = await readyWhileHeld(errand, readying)
  if ('send' in ready) return claimAndTry(errand, standing, ready)
  const ended = ready.outcome === 'no_turn' ? attempt : attempt + 1
  return { standing, attempt: ended, claimed: false, outcome: ready }
}

// While the log is away nothing can be claimed: the send goes on in the background.
async function claimAndTry(
  { deps, context }: Errand,
  standing: Standing,
  ready: ReadyCall,
): Promise<Tried | null> {
  try {
    const called = await claimAndCall(deps, standing, ready, context)
    if (called === null) return null
    const { claimed, outcome } = called
    return { standing: claimed, attempt: claimed.send.attempt, claimed: true, outcome }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return { standing, attempt: standing.send.attempt, claimed: false, outcome: handedOver }
  }
}

const handedOver: NoTurn = { outcome: 'no_turn', retry_after_ms: 0 }

// A process that stops lets others go on with what waits here.
async function readyWhileHeld(errand: Errand, readying: Promise<Ready>): Promise<Ready> {
  const ready = await answerWithin(holdMs(errand), readying, errand.deps.sending.stopping)
  if (ready !== undefined) return ready
  dropWhenReady(readying)
  return handedOver
}
