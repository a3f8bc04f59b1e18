import type { OutboundMessage } from '@recado/domain/message/message'
import type { EndedAttempt } from '@recado/domain/message/open-attempt'
import type { NoTurn, NotCalled, SendOutcome } from '@recado/infra/providers/send-call'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { beginSpan, endSpan } from '@recado/infra/tracing/spans'
import type { CommandContext } from '../commands/command-context.ts'
import type { LoadedSend } from './append-to-send.ts'
import { type CallOutcome, type ClaimableCall, prepareCall } from './call-provider.ts'
import { claimAttempt } from './claim-attempt.ts'
import type { ClaimSlot } from './claim-slots.ts'
import type { NoteDeps } from './note-credentials.ts'
import { outboundMessage } from './outbound-message.ts'
import type { Sending } from './sending.ts'

// One attempt at a send, by the API or by recovery, has three steps:
//
//   prepareAttempt   waits for a turn and prepares the call; nothing is claimed or sent
//   makeAttempt      claims the attempt in the log and calls the provider, after at most the pacing delay
//   recordAttempt    (record-attempt.ts) records the outcome, and what it shows of the person and the connection
//
// The API tries again soon and holds the send between its tries; recovery finds the sends that are due.

export type AttemptSetup = {
  readonly deps: AttemptDeps
  readonly connection: ConnectionEntry
  readonly person: ProviderIds
  readonly context: CommandContext
  /** Waits without holding what the caller shares with others; absent where it shares nothing. */
  readonly aside?: <T>(wait: () => Promise<T>) => Promise<T>
}

/** Waits for the provider, or for its turn there. */
export function waitAside<T>({ aside }: AttemptSetup, wait: () => Promise<T>): Promise<T> {
  return aside === undefined ? wait() : aside(wait)
}

/** The provider's own id of a person, and a gateway's hidden id; null where unknown. */
export type ProviderIds = { readonly wa_id: string | null; readonly lid: string | null }

export type AttemptDeps = NoteDeps & { readonly sending: Sending }

export type PreparedCall = ClaimableCall | NotCalled | NoTurn

export type MadeAttempt = EndedAttempt & {
  readonly loaded: LoadedSend
  readonly outcome: CallOutcome
  /** The place of a claim without a call, which is freed when the claim is withdrawn; null for any other attempt. */
  readonly slot: ClaimSlot | null
}

/**
 * The oldest claim under which a call may begin, ms. Recovery counts an attempt as lost 30 s after its call must have
 * ended; a process that was suspended until then must not call any more.
 */
const MAX_CLAIM_AGE_MS = 20_000

/** Waits for a turn and prepares the call of the next attempt, or of the claimed one. @param turnMs the longest wait */
export function prepareAttempt(
  { deps, connection, person }: AttemptSetup,
  send: OutboundMessage,
  turnMs: number,
): Promise<PreparedCall> {
  const attempt = isClaimed(send) ? send.attempt : send.attempt + 1
  const call = outboundMessage({ ...send, attempt }, person.wa_id, person.lid)
  const present = () => deps.registry.connection(connection.id) ?? connection
  return prepareCall(deps.sending, present, call, turnMs)
}

/**
 * Makes the prepared call; if the send was waiting, claims the attempt first.
 * @param roomMs how long to wait for room to claim: a process holds few claims without a call
 * @returns null when another process has the send
 * @throws as EventStore.append; then nothing was called, and a claim that was written despite the error is withdrawn
 */
export async function makeAttempt(
  setup: AttemptSetup,
  loaded: LoadedSend,
  prepared: PreparedCall,
  roomMs: number,
): Promise<MadeAttempt | null> {
  if (!('send' in prepared)) return attemptWithoutCall(loaded, prepared)
  if (isClaimed(loaded.send)) return makeClaimedAttempt(setup, loaded, prepared)
  if (!(await prepared.slot.take(roomMs))) {
    await prepared.drop()
    return attemptWithoutCall(loaded, NO_ROOM)
  }
  const claimed = await claimPrepared(setup, loaded, prepared)
  return claimed && makeClaimedAttempt(setup, claimed, prepared)
}

const NO_ROOM: NoTurn = { outcome: 'no_turn', retry_after_ms: 0 }

async function makeClaimedAttempt(
  setup: AttemptSetup,
  claimed: LoadedSend,
  ready: ClaimableCall,
): Promise<MadeAttempt> {
  const outcome = await callInTime(setup, claimed, ready)
  const slot = outcome.outcome === 'no_turn' ? ready.slot : null
  return { loaded: claimed, attempt: claimed.send.attempt, claimed: true, outcome, slot }
}

/** Calls nothing under an old claim, because recovery may count it as lost by now: the send waits again. */
async function callInTime(
  setup: AttemptSetup,
  claimed: LoadedSend,
  ready: ClaimableCall,
): Promise<CallOutcome> {
  const age = setup.context.now().getTime() - Date.parse(claimed.send.attempted_at)
  if (age < MAX_CLAIM_AGE_MS) return callProvider(setup, claimed, ready)
  await ready.drop()
  return { outcome: 'no_turn', retry_after_ms: 0 }
}

async function callProvider(
  setup: AttemptSetup,
  { send }: LoadedSend,
  { send: begin }: ClaimableCall,
): Promise<SendOutcome> {
  const { connection, context } = setup
  const span = beginSpan(`send by ${connection.type}`, {
    kind: 'client',
    parent: context.traceparent,
    attributes: { 'recado.message_id': send.ids.message_id, 'recado.attempt': send.attempt },
  })
  const outcome = await waitAside(setup, begin)
  const problem = 'error' in outcome ? outcome.error.class : undefined
  endSpan(span, { 'recado.outcome': outcome.outcome }, problem)
  return outcome
}

/** Gives up a call as soon as it is prepared, in the background. */
export function dropCall(preparing: Promise<PreparedCall>): void {
  preparing
    .then((prepared) => ('send' in prepared ? prepared.drop() : undefined))
    .catch(() => undefined)
}

async function claimPrepared(
  { deps, context }: AttemptSetup,
  loaded: LoadedSend,
  ready: ClaimableCall,
): Promise<LoadedSend | null> {
  let claimed: LoadedSend | null = null
  try {
    claimed = await claimAttempt(deps, loaded, context, ready.slot)
    return claimed
  } finally {
    if (claimed === null) await ready.drop()
  }
}

// Without a turn no attempt has begun; a provider that refuses before the call has ended one.
function attemptWithoutCall(loaded: LoadedSend, outcome: NotCalled | NoTurn): MadeAttempt {
  const { attempt } = loaded.send
  const ended = outcome.outcome === 'no_turn' ? attempt : attempt + 1
  return { loaded, attempt: ended, claimed: false, outcome, slot: null }
}

function isClaimed({ phase }: OutboundMessage): boolean {
  return phase === 'attempting'
}
