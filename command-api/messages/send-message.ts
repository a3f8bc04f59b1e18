import type { AttemptSetup, MadeAttempt } from '@recado/application/sending/attempt'
import { runRegistered } from '@recado/application/sending/earlier-send'
import { intendSend } from '@recado/application/sending/intend-send'
import { type AppendedIntent, sendNew } from '@recado/application/sending/new-send'
import { recordAttempt } from '@recado/application/sending/record-attempt'
import type { SendCommand, SendContent } from '@recado/application/sending/send-request'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'
import type { WriteAnswer } from '../routing/route.ts'
import { waitForReadModels } from '../routing/wait-for-read-models.ts'
import { acknowledge, firstAnswer, NO_OUTCOME, notRecorded, withHeaders } from './acknowledge.ts'
import { withFilenames } from './filenames.ts'
import { findTarget, type ResolvedTarget } from './find-target.ts'
import { replaySend, stillRunning } from './replay-send.ts'
import { type SendInput, sendCommand } from './send-command.ts'
import { shownText } from './template-text.ts'

/**
 * The core of all send routes. A send to a known person costs one statement and two appends: the intent before the call
 * of the provider, the outcome after it. The states of a key's earlier send are described in
 * application/sending/earlier-send.ts.
 */
export async function sendMessage(
  input: SendInput,
  content: SendContent,
  deps: CommandDeps,
): Promise<WriteAnswer | HttpProblem> {
  const command = sendCommand(input, content, deps)
  if (command instanceof HttpProblem) return command
  const found = await resolve(deps, command)
  const replayed = mayBeRepeat(deps, command, found) ? await replaySend(deps, command, input) : null
  if (replayed !== null) return replayed
  if (found === 'repeated') return stillRunning()
  if (found instanceof HttpProblem) return found
  const answer = await runRegistered(deps.sending.running, command.message_id, () =>
    send(deps, command, found, input),
  )
  return answer ?? (await replaySend(deps, command, input)) ?? stillRunning()
}

type Resolved = ResolvedTarget & { readonly text: string }

/** The target and the text of a send, or `repeated` when the read models already have its message. */
async function resolve(
  deps: CommandDeps,
  { account_id, message_id, send, idempotency }: SendCommand,
): Promise<Resolved | 'repeated' | HttpProblem> {
  const found = await findTarget(deps, { account_id, message_id: idempotency && message_id }, send)
  if (found === 'repeated' || found instanceof HttpProblem) return found
  // Looked up last, so that a repeat is recognised even when its template has changed since.
  const text = await shownText(deps.pool, found.connection, send)
  return text instanceof HttpProblem ? text : { ...found, text }
}

// Also after a problem: the read models may lack a recorded send whose target has become invalid since.
function mayBeRepeat(
  { sending }: CommandDeps,
  { message_id, idempotency }: SendCommand,
  found: Resolved | 'repeated' | HttpProblem,
): boolean {
  if (idempotency === null) return false
  return found === 'repeated' || found instanceof HttpProblem || sending.running.has(message_id)
}

/** @returns null when the message is already recorded, or when another process has it and a key allows a repeat */
async function send(
  deps: CommandDeps,
  command: SendCommand,
  { text, ...found }: Resolved,
  input: SendInput,
): Promise<WriteAnswer | HttpProblem | null> {
  const context = commandContext(input, deps)
  const { connection, target } = found
  const setup: AttemptSetup = {
    ...{ deps, connection, person: target, context },
    aside: (wait) => aside(input, wait),
  }
  const content = withFilenames(command.send, found.filenames)
  const worded = { ...command, send: { ...command.send, text, content } }
  const sent = await sendNew(setup, await intendSend(deps, worded, found, context))
  if (sent === null) return null
  const { requested, made } = sent
  if (made !== null) return recordAndAnswer(setup, { requested, made }, input, deps)
  return command.idempotency === null
    ? acknowledge(requested.send, NO_OUTCOME, requested.position)
    : null
}

async function recordAndAnswer(
  setup: AttemptSetup,
  { requested, made }: { requested: AppendedIntent; made: MadeAttempt },
  input: SendInput,
  deps: CommandDeps,
): Promise<WriteAnswer | HttpProblem> {
  const recorded = await recordAttempt(setup, made)
  const { send } = made.loaded
  const first = firstAnswer(send, made.outcome, recorded)
  if (first === null) return notRecorded()
  const position = recorded?.position ?? requested.position
  const answer = acknowledge(send, first, position)
  if (!(answer instanceof HttpProblem)) return answer
  // A refused message is recorded too, so the client must be able to read it at once.
  return withHeaders(answer, await waitForReadModels(input, position, deps))
}
