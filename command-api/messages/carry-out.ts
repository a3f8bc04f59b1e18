import { newEvents } from '@recado/application/commands/command-context'
import { goOn, type Standing } from '@recado/application/sending/claim-attempt'
import { deferSend } from '@recado/domain/message/defer-send'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { sleep } from '@recado/infra/concurrency/sleep'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { SendOutcome } from '@recado/infra/providers/provider'
import { appendIntent, type RequestedStanding } from './append-intent.ts'
import type { Intent } from './intend-send.ts'
import {
  dropWhenReady,
  type Errand,
  holdMs,
  type Ready,
  readyFor,
  type Tried,
  trySend,
} from './try-send.ts'

/** A send that waits longer stands in the log meanwhile; a shorter wait costs no fact. */
const SOON_MS = 1_000

/** What came of a request; `tried` is null when somebody else has the send by now. */
export type Carried = { readonly requested: RequestedStanding; readonly tried: Tried | null }

/**
 * Writes the intent and makes the call; each attempt is claimed when nothing is left to wait for. What can be called
 * soon is written with its claim in one append, what cannot stands as waiting.
 * @returns null when the message was asked for before
 */
export async function carryOut(errand: Errand, asked: Intent): Promise<Carried | null> {
  const { deps, context } = errand
  const intent = { ...asked, run: deps.sending.run }
  const readying = readyFor(errand, begun(intent))
  const soon = await answerWithin(SOON_MS, readying)
  const isReady = soon !== undefined && 'send' in soon
  const written = isReady ? intent : { ...intent, held_until: later(errand, holdMs(errand)) }
  let requested: RequestedStanding | null = null
  try {
    requested = await appendIntent(deps, written, context)
  } finally {
    if (requested === null) dropWhenReady(readying)
  }
  return requested && { requested, tried: await tryOften(errand, requested, readying) }
}

/** Tries again where nothing was sent and the provider asks for little patience. */
async function tryOften(
  errand: Errand,
  requested: Standing,
  first: Promise<Ready>,
): Promise<Tried | null> {
  const { patience, stopping } = errand.deps.sending
  const deadline = performance.now() + patience.retryMs
  let standing = requested
  let readying = first
  for (let tries = 1; ; tries++) {
    const tried = await trySend(errand, standing, readying)
    if (tried?.outcome.outcome !== 'later' || tries >= patience.quickTries) return tried
    const { retry_after_ms } = tried.outcome
    if (performance.now() + retry_after_ms > deadline) return tried
    const held = await hold(errand, tried, tried.outcome)
    if (held === null) return tried
    await sleep(retry_after_ms, stopping)
    if (stopping.aborted) return { ...tried, standing: held, claimed: false }
    standing = held
    readying = readyFor(errand, held.send)
  }
}

/** Writes that a send waits here for its next try; null where that cannot be written: then it is not tried here. */
async function hold(
  errand: Errand,
  { standing, attempt, claimed }: Tried,
  { error, retry_after_ms }: Extract<SendOutcome, { outcome: 'later' }>,
): Promise<Standing | null> {
  const { deps, context } = errand
  const command = {
    ...{ attempt, claimed, error, at: later(errand, 0) },
    not_before: later(errand, retry_after_ms),
    held_until: later(errand, retry_after_ms + holdMs(errand)),
  }
  const facts = deferSend(command, standing.send)
  if ('refused' in facts || facts.length === 0) return null
  return goOn(deps, standing, newEvents(facts, context)).catch(() => null)
}

function begun(intent: Intent): OutboundMessage {
  const fact = { type: 'MessageSendRequested', data: intent } as const
  return message.evolve(message.initialState, fact) as OutboundMessage
}

function later({ context }: Errand, ms: number): string {
  return new Date(context.now().getTime() + ms).toISOString()
}
