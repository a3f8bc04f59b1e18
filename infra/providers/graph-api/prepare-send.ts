import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Vault } from '../../vault/vault.ts'
import { causeText } from '../cause-text.ts'
import type { NotCalled, OutboundMessage, ReadyCall, SendOutcome } from '../send-call.ts'
import { neverSent, noAnswer, noCredentials } from '../without-answer.ts'
import type { GraphClient } from './graph-client.ts'
import { messageBody } from './message-body.ts'
import { readAnswer, wantsOnceMore } from './read-answer.ts'
import { tokenOf } from './token.ts'

/** Sends through Meta's Cloud API with the connection's token. error-classes.ts classifies Meta's error codes. */
export function prepareSend(client: GraphClient, vault: Pick<Vault, 'get'>) {
  return async (
    connection: ConnectionEntry,
    message: OutboundMessage,
  ): Promise<ReadyCall | NotCalled> => {
    const request = messageBody(message)
    const token = await tokenOf(vault, connection)
    if (token.kind === 'missing') return noCredentials(request)
    if (token.kind === 'away')
      return neverSent(request, 'the vault is unavailable', message.attempt)
    const once = () => attempt(client, connection, token.value, message)
    return {
      async send() {
        const outcome = await once()
        return wantsOnceMore(outcome) ? once() : outcome
      },
      drop: async () => undefined,
    }
  }
}

async function attempt(
  client: GraphClient,
  connection: ConnectionEntry,
  token: string,
  message: OutboundMessage,
): Promise<SendOutcome> {
  const request = messageBody(message)
  const result = await client.post(`/${connection.phone_number_id}/messages`, token, request)
  switch (result.kind) {
    case 'answered':
      return readAnswer(request, result.answer, message.attempt)
    case 'not_sent':
      return neverSent(request, causeText(result.cause), message.attempt)
    case 'unknown':
      return noAnswer(request, causeText(result.cause))
  }
}
