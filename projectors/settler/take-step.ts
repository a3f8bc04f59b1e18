import { attemptSend } from '@recado/domain/message/attempt-send'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { leaveUnresolved } from '@recado/domain/message/leave-unresolved'
import { type Message, message, type OutboundMessage } from '@recado/domain/message/message'
import type { Directory } from '@recado/infra/directory/directory'
import { type ExecuteDeps, execute } from '@recado/infra/event-store/execute'
import type { CommandContext } from '@recado/infra/event-store/fact-metadata'
import { systemContext } from '@recado/infra/event-store/system-context'
import { messageBody } from '@recado/infra/providers/graph-api/message-body'
import { callInTurn, takeTurn } from '@recado/infra/sending/call-provider'
import { learnPhone } from '@recado/infra/sending/learn-phone'
import { outboundMessage } from '@recado/infra/sending/outbound-message'
import type { Sending } from '@recado/infra/sending/sending'
import { settleAttempt } from '@recado/infra/sending/settle-attempt'
import type { OpenSend, Step } from './next-step.ts'

/** What the settler works with. */
export type StepDeps = ExecuteDeps & {
  readonly directory: Directory
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
  const { sending, directory } = deps
  const connection = directory.connection(open.connection_id)
  if (connection === undefined || !(connection.type in sending.providers)) return
  if (!(await takeTurn(sending, connection, TURN_MS))) return
  const context = contextOf(deps, open)
  const command = { at: context.now().toISOString() }
  const order = { aggregate: message, id: open.id, decide: attemptSend, command, context }
  const claimed = await execute(deps, order)
  if (!('state' in claimed)) return
  const send = claimed.state as OutboundMessage
  const call = outboundMessage(send, open.wa_id, open.lid)
  const outcome = await callInTurn(sending, connection, call)
  const settling = { ...deps, background: sending.background }
  learnPhone(settling, send.ids, call, outcome, context)
  await settleAttempt(settling, send, outcome, context)
}

async function leave(deps: StepDeps, open: OpenSend): Promise<void> {
  const context = contextOf(deps, open)
  const command = { attempt: open.attempt, at: context.now().toISOString() }
  const decide: typeof leaveUnresolved = (asked, state) =>
    leaveUnresolved({ ...asked, ...requestOf(deps, open, state) }, state)
  await execute(deps, { aggregate: message, id: open.id, decide, command, context })
}

// Whoever made the call is gone. Meta is asked with the intent alone; of a gateway the chat is not known.
function requestOf({ directory }: StepDeps, open: OpenSend, state: Message): { request?: object } {
  if (state.origin !== 'api') return {}
  if (directory.connection(open.connection_id)?.type !== 'official') return {}
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
