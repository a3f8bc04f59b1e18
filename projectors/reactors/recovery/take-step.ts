import type { CommandContext } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { systemContext } from '@recado/application/commands/system-context'
import type { Registry } from '@recado/application/registry/registry'
import { type CallOutcome, getReady } from '@recado/application/sending/call-provider'
import { claimAndCall, type Standing } from '@recado/application/sending/claim-attempt'
import { concludeAttempt } from '@recado/application/sending/conclude-attempt'
import { learnPhone } from '@recado/application/sending/learn-phone'
import { outboundMessage } from '@recado/application/sending/outbound-message'
import type { Attempt } from '@recado/application/sending/record-outcome'
import type { Sending } from '@recado/application/sending/sending'
import { attemptSend } from '@recado/domain/message/attempt-send'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { leaveUnresolved } from '@recado/domain/message/leave-unresolved'
import { type Message, message } from '@recado/domain/message/message'
import { messageBody } from '@recado/infra/providers/graph-api/message-body'
import type { OutboundMessage, ReadyCall } from '@recado/infra/providers/provider'
import type { OpenSend, Step } from './next-step.ts'

/** What the settler works with. */
export type StepDeps = ExecuteDeps & {
  readonly registry: Registry
  readonly sending: Sending
  readonly now: () => Date
  readonly newId: () => string
}

/**
 * Does what is due for one send. The log decides again, at the exact revision: whoever comes late does nothing.
 * @throws as execute
 */
export async function takeStep(deps: StepDeps, send: OpenSend, step: Step): Promise<void> {
  switch (step) {
    case 'attempt':
      return attempt(deps, send)
    case 'leave_unresolved':
      return leave(deps, send)
    case 'give_up':
      return giveUp(deps, send)
  }
}

/** A send that waits longer makes room for others, and is as due as before. */
const TURN_MS = 1_000

// Where nothing could be called, or not yet, no attempt is claimed: it would end as one without an outcome, or
// be written down as put off every few seconds.
async function attempt(deps: StepDeps, open: OpenSend): Promise<void> {
  const { sending, registry } = deps
  const connection = registry.connection(open.connection_id)
  if (connection === undefined || !(connection.type in sending.providers)) return
  const { state: send, revision } = await load(deps, message, `${message.category}-${open.id}`)
  const context = contextOf(deps, open)
  const command = { run: sending.run, at: context.now().toISOString() }
  if (send.origin !== 'api' || revision === null || 'refused' in attemptSend(command, send)) return
  const next = { ...send, attempt: send.attempt + 1 }
  const call = outboundMessage(next, open.wa_id, open.lid)
  const ready = await getReady(sending, connection, call, TURN_MS)
  if ('send' in ready) return claimed(deps, { send, revision }, call, ready, context)
  if (ready.outcome !== 'no_turn') await settle(deps, { ...next, claimed: false }, ready, context)
}

async function claimed(
  deps: StepDeps,
  standing: Standing,
  call: OutboundMessage,
  ready: ReadyCall,
  context: CommandContext,
): Promise<void> {
  const called = await claimAndCall(deps, standing, ready, context)
  if (called === null) return
  const { send } = called.claimed
  learnPhone(settlingOf(deps), send.ids, call, called.outcome, context)
  await settle(deps, { ...send, claimed: true }, called.outcome, context)
}

async function settle(
  deps: StepDeps,
  attempt: Attempt,
  outcome: CallOutcome,
  context: CommandContext,
): Promise<void> {
  await concludeAttempt(settlingOf(deps), attempt, outcome, context)
}

function settlingOf(deps: StepDeps) {
  return { ...deps, background: deps.sending.background }
}

async function leave(deps: StepDeps, open: OpenSend): Promise<void> {
  const context = contextOf(deps, open)
  const command = { attempt: open.attempt, at: context.now().toISOString() }
  const decide: typeof leaveUnresolved = (asked, state) =>
    leaveUnresolved({ ...asked, ...requestOf(deps, open, state) }, state)
  await execute(deps, { aggregate: message, id: open.id, decide, command, context })
}

// Whoever made the call is gone. Meta is asked with the intent alone; of a gateway the chat is not known.
function requestOf({ registry }: StepDeps, open: OpenSend, state: Message): { request?: object } {
  if (state.origin !== 'api') return {}
  if (registry.connection(open.connection_id)?.type !== 'official') return {}
  return { request: messageBody(outboundMessage(state, open.wa_id, open.lid)) }
}

async function giveUp(deps: StepDeps, open: OpenSend): Promise<void> {
  const context = contextOf(deps, open)
  const command = { at: context.now().toISOString() }
  await execute(deps, { aggregate: message, id: open.id, decide: giveUpSend, command, context })
}

/** Each step begins a chain of its own, named after the message. */
function contextOf(deps: StepDeps, { id, account_id }: OpenSend): CommandContext {
  return systemContext(deps, 'settler', account_id, id)
}
