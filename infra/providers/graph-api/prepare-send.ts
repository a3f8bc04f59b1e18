import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Vault } from '../../vault/vault.ts'
import { causeText } from '../cause-text.ts'
import {
  NO_PLACE,
  type NoTurn,
  type NotCalled,
  type OutboundMessage,
  type ReadyCall,
  type SendOutcome,
} from '../send-call.ts'
import { neverSent, noAnswer, noCredentials } from '../without-answer.ts'
import type { GraphClient, GraphPlace } from './graph-client.ts'
import { messageBody } from './message-body.ts'
import { readAnswer, wantsOnceMore } from './read-answer.ts'
import { tokenOf } from './token.ts'

/** Sends through Meta's Cloud API with the connection's token. error-classes.ts classifies Meta's error codes. */
export function prepareSend(client: GraphClient, vault: Pick<Vault, 'get'>) {
  return async (
    connection: ConnectionEntry,
    message: OutboundMessage,
    waitMs: number,
  ): Promise<ReadyCall | NotCalled | NoTurn> => {
    const request = messageBody(message)
    const token = await tokenOf(vault, connection)
    if (token.kind === 'missing') return noCredentials(request)
    if (token.kind === 'away')
      return neverSent(request, 'the vault is unavailable', message.attempt)
    const place = await client.take(connection, waitMs)
    if (place === null) return NO_PLACE
    const once = () => attempt(place, connection, token.value, message)
    return {
      async send() {
        try {
          const outcome = await once()
          return wantsOnceMore(outcome) ? await once() : outcome
        } finally {
          place.leave()
        }
      },
      drop: async () => place.leave(),
    }
  }
}

async function attempt(
  place: GraphPlace,
  connection: ConnectionEntry,
  token: string,
  message: OutboundMessage,
): Promise<SendOutcome> {
  const request = messageBody(message)
  const result = await place.post(`/${connection.phone_number_id}/messages`, token, request)
  switch (result.kind) {
    case 'answered':
      return readAnswer(request, result.answer, message.attempt)
    case 'not_sent':
      return neverSent(request, causeText(result.cause), message.attempt)
    case 'unknown':
      return noAnswer(request, causeText(result.cause))
  }
}
