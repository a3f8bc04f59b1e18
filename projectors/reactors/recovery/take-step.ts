import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { systemContext } from '@recado/application/commands/system-context'
import { streamOf } from '@recado/application/ids'
import type { LoadedSend } from '@recado/application/sending/append-to-send'
import { type AttemptDeps, makeAttempt, prepareAttempt } from '@recado/application/sending/attempt'
import { canSend } from '@recado/application/sending/call-provider'
import { outboundMessage } from '@recado/application/sending/outbound-message'
import { recordAttempt } from '@recado/application/sending/record-attempt'
import { attemptSend } from '@recado/domain/message/attempt-send'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { leaveUnresolved } from '@recado/domain/message/leave-unresolved'
import { type Message, message } from '@recado/domain/message/message'
import type { NotCalled } from '@recado/infra/providers/send-call'
import type { OpenSend, Step } from './next-step.ts'

export type StepDeps = AttemptDeps & {
  readonly now: () => Date
  readonly newId: () => string
}

/** Takes the due step of a send. The log decides again, at the exact revision. @throws as execute */
export async function takeStep(deps: StepDeps, send: OpenSend, step: Step): Promise<void> {
  switch (step) {
    case 'attempt':
      return attempt(deps, send)
    case 'leave_unresolved':
      return leaveOpenAttempt(deps, send)
    case 'give_up':
      return giveUp(deps, send)
  }
}

/** A send that waits longer for its turn, or for room for its claim, makes room for others and stays due. */
const MAX_TURN_WAIT_MS = 1_000

/** The person was restricted while the send waited. */
const RESTRICTED: NotCalled = {
  outcome: 'refused',
  error: {
    ...{ code: 'contact_restricted', class: 'undeliverable' },
    ...{ title: 'The contact is restricted: nothing is sent to it', details: null },
  },
  request: {},
  answer: null,
}

/** An operator has released the send after MESSAGE_DAYS. */
const EXPIRED: NotCalled = {
  outcome: 'refused',
  error: {
    ...{ code: 'message_expired', class: 'undeliverable' },
    ...{ title: 'What was to be sent has expired', details: null },
  },
  request: {},
  answer: null,
}

async function attempt(deps: StepDeps, open: OpenSend): Promise<void> {
  const connection = deps.registry.connection(open.connection_id)
  if (connection === undefined || !canSend(deps.sending, connection)) return
  const context = contextOf(deps, open)
  const loaded = await loadDue(deps, open, context)
  if (loaded === null) return
  const setup = { deps, connection, person: open, context }
  const prepared = refusalOf(open) ?? (await prepareAttempt(setup, loaded.send, MAX_TURN_WAIT_MS))
  const made = await makeAttempt(setup, loaded, prepared, MAX_TURN_WAIT_MS)
  // Without a turn no attempt has begun: recording that would add a fact every few seconds. A claim is recorded, so that it is withdrawn.
  if (made === null || (made.outcome.outcome === 'no_turn' && !made.claimed)) return
  await recordAttempt(setup, made)
}

function refusalOf({ restricted, has_words }: OpenSend): NotCalled | null {
  if (!has_words) return EXPIRED
  return restricted ? RESTRICTED : null
}

/** The send as the log has it; null when it does not wait for an attempt, or not yet. */
async function loadDue(
  deps: StepDeps,
  { id }: OpenSend,
  context: CommandContext,
): Promise<LoadedSend | null> {
  const { state: send, revision } = await load(deps, message, streamOf(message, id))
  const command = { run: deps.sending.run, at: context.now().toISOString() }
  if (send.origin !== 'api' || revision === null || 'refused' in attemptSend(command, send))
    return null
  return { send, revision }
}

async function leaveOpenAttempt(deps: StepDeps, open: OpenSend): Promise<void> {
  const context = contextOf(deps, open)
  const command = { attempt: open.attempt, at: context.now().toISOString() }
  const decide: typeof leaveUnresolved = (asked, state) =>
    leaveUnresolved({ ...asked, ...requestOf(deps, open, state) }, state)
  await execute(deps, { aggregate: message, id: open.id, decide, command, context })
}

// The process that made the call is gone. Its request is known only where it follows from the intent.
function requestOf(
  { registry, sending }: StepDeps,
  open: OpenSend,
  state: Message,
): { request?: object } {
  if (state.origin !== 'api') return {}
  const type = registry.connection(open.connection_id)?.type ?? ''
  const message = outboundMessage(state, open.wa_id, open.lid)
  const request = sending.providers.get(type)?.requestOf?.(message)
  return request === undefined ? {} : { request }
}

async function giveUp(deps: StepDeps, open: OpenSend): Promise<void> {
  const context = contextOf(deps, open)
  const command = { at: context.now().toISOString() }
  await execute(deps, { aggregate: message, id: open.id, decide: giveUpSend, command, context })
}

export function contextOf(
  deps: Pick<StepDeps, 'now' | 'newId'>,
  { id, account_id }: OpenSend,
): CommandContext {
  return systemContext(deps, { part: 'recovery', account_id, chain: id })
}
