import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { OutboundMessage, ReadyCall, SendOutcome } from '@recado/infra/providers/send-call'
import { noAnswer } from '@recado/infra/providers/without-answer'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { LoopCall } from './loop-call.ts'

/** Sends through the network; there is nothing to prepare. */
export function prepareSend(call: LoopCall) {
  return async ({ session }: ConnectionEntry, message: OutboundMessage): Promise<ReadyCall> => {
    const { message_type: type, text, content, correlation: reference, recipient } = message
    const file_id = asText(asRecord(content).id)
    const request = { number: session, to: recipient.phone, type, text, file_id, reference }
    return { send: () => send(call, request), drop: async () => undefined }
  }
}

async function send(call: LoopCall, request: object): Promise<SendOutcome> {
  const result = await call('POST', '/messages', request)
  if (result.kind === 'failed') return noAnswer(request, result.error.title)
  if (result.kind === 'refused')
    return { outcome: 'refused', error: result.error, request, answer: null }
  const provider_message_id = asText(result.value.id) ?? ''
  const accepted = { provider_message_id, wa_id: null, business_scoped_user_id: null }
  return { outcome: 'accepted', ...accepted, request, answer: result.value }
}
