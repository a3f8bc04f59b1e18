import type { TraceStep } from '@recado/contract/dashboard/trace'
import type { Actor } from '@recado/infra/event-store/event-store'
import { knownData } from '../facts/known-data.ts'
import { type MessageFact, stateAfter, statusOf, type TracedState, UNKNOWN } from './state-after.ts'

/** Names for what facts only have as ids; null where unknown. */
export type StepNames = {
  readonly actorName: (actor: Actor) => string | null
  readonly rawEvent: (id: string) => number | null
}

/** A step, and the time in ms by which steps are ordered. */
export type Placed = { readonly place: number; readonly step: TraceStep }

/**
 * The steps of a message's trace, and its state after them.
 * @param facts of its own stream and of its statuses, in order
 */
export function messageSteps(
  facts: readonly MessageFact[],
  names: StepNames,
): { readonly steps: readonly Placed[]; readonly state: TracedState } {
  let state = UNKNOWN
  let place = 0
  let claimed: string | null = null
  const steps: Placed[] = []
  for (const fact of facts) {
    state = stateAfter(state, fact)
    // Clocks of processes differ: a later fact is never placed before an earlier one.
    place = Math.max(place, Date.parse(fact.metadata.recorded_at))
    claimed = claimTime(fact) ?? claimed
    for (const step of stepsOf(fact, { state: statusOf(state), claimed, names }))
      steps.push({ place, step })
  }
  return { steps, state }
}

type Around = { readonly state: string; readonly claimed: string | null; readonly names: StepNames }

function stepsOf(fact: MessageFact, around: Around): TraceStep[] {
  const first = fact.type === 'MessageSendRequested' ? [requestStep(fact, around)] : []
  const call = callStep(fact, around)
  const report = reportStep(fact, around)
  if (fact.type === 'MessageStatusReported') return [report ?? factStep(fact, around)]
  return [...first, ...(report ? [report] : []), ...(call ? [call] : []), factStep(fact, around)]
}

function requestStep(
  { id, data, metadata }: Extract<MessageFact, { type: 'MessageSendRequested' }>,
  { names }: Around,
): TraceStep {
  return {
    key: `${id}:request`,
    lane: 'you',
    kind: 'request',
    at: data.requested_at,
    state: null,
    request_id: metadata.request_id,
    actor: { ...metadata.actor, name: names.actorName(metadata.actor) },
    idempotency_key: data.idempotency?.key ?? null,
  }
}

function factStep(fact: MessageFact, { state, names }: Around): TraceStep {
  const { id, type, stream, metadata } = fact
  return {
    key: id,
    lane: 'recado',
    kind: 'fact',
    at: metadata.recorded_at,
    state,
    type,
    stream,
    revision: Number(fact.revision),
    position: String(fact.position),
    cause: metadata.$causationId,
    actor: { ...metadata.actor, name: names.actorName(metadata.actor) },
    data: withoutNative(knownData(fact)),
  }
}

function reportStep(fact: MessageFact, { state, names }: Around): TraceStep | null {
  if (!('intent' in fact.data)) return null
  const { intent, raw_event_id, recorded_at } = fact.data
  const isStatus = fact.type === 'MessageStatusReported'
  return {
    key: isStatus ? fact.id : `${fact.id}:told`,
    lane: 'whatsapp',
    kind: 'status',
    at: intent.provider_timestamp,
    state,
    type: 'status' in intent ? intent.status : intent.message_type,
    position: String(fact.position),
    recorded_at,
    raw_event_id: names.rawEvent(raw_event_id),
    data: { ...intentIn(knownData(fact)) },
  }
}

function callStep(fact: MessageFact, { claimed, state }: Around): TraceStep | null {
  const outcome = OUTCOMES[fact.type]
  if (outcome === undefined || !('attempt' in fact.data)) return null
  // A send that was deferred without an error had no turn, so the provider was not called.
  if (fact.type === 'MessageSendDeferred' && fact.data.error === null) return null
  const { attempt } = fact.data
  const { request = null, answer = null } = withAnswer(knownData(fact))
  const at = fact.metadata.recorded_at
  const took = claimed === null ? null : Math.max(0, Date.parse(at) - Date.parse(claimed))
  return {
    ...{
      key: `${fact.id}:call`,
      lane: 'whatsapp',
      kind: 'provider_call',
      at: claimed ?? at,
      state,
    },
    attempt,
    took_ms: took,
    outcome,
    request,
    answer,
  }
}

/** For a deferred call, its error is the answer. */
function withAnswer(data: object): { readonly request?: unknown; readonly answer?: unknown } {
  return 'error' in data ? { answer: data.error, ...data } : data
}

type Outcome = 'accepted' | 'refused' | 'deferred' | 'unknown'

const OUTCOMES: Readonly<Record<string, Outcome | undefined>> = {
  MessageSendDeferred: 'deferred',
  MessageSent: 'accepted',
  MessageSendRefused: 'refused',
  MessageSendUnresolved: 'unknown',
}

function claimTime({ type, metadata }: MessageFact): string | null {
  const isClaim = type === 'MessageSendAttempted' || type === 'MessageSendRequested'
  return isClaim ? metadata.recorded_at : null
}

function intentIn(data: object): object {
  return 'intent' in data ? Object(data.intent) : {}
}

/** Leaves out what has a step of its own: a call's request and answer, and the provider's report. */
function withoutNative(data: object): Record<string, unknown> {
  const { request: _, answer: __, intent: ___, ...own } = data as Record<string, unknown>
  return own
}
