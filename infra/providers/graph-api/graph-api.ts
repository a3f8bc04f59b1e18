import type { ConnectionEntry } from '../../registry-entries.ts'
import { SecretMissing, type Vault } from '../../vault/vault.ts'
import { causeText } from '../cause-text.ts'
import type { OutboundMessage, Provider, SendOutcome } from '../provider.ts'
import { neverSent, noAnswer, noCredentials } from '../without-answer.ts'
import type { GraphClient } from './graph-client.ts'
import { messageBody } from './message-body.ts'
import { readAnswer, wantsOnceMore } from './read-answer.ts'

/** WhatsApp through Meta's Cloud API. Errors are classed by Meta's code (error-classes.ts). */
export function graphApi(client: GraphClient, vault: Vault): Provider {
  return {
    async prepare(connection, message) {
      const request = messageBody(message)
      const token = await tokenOf(vault, connection)
      if (token.kind === 'missing') return noCredentials(request)
      if (token.kind === 'away') return neverSent(request, 'the vault is away', message.attempt)
      const once = () => attempt(client, connection, token.value, message)
      return {
        async send() {
          const outcome = await once()
          return wantsOnceMore(outcome) ? once() : outcome
        },
        drop: async () => undefined,
      }
    },
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

/** A token, or why there is none. */
export type Token = { kind: 'found'; value: string } | { kind: 'missing' } | { kind: 'away' }

/** Whose token a call carries. */
export type TokenOwner = Pick<ConnectionEntry, 'account_id' | 'phone_number_id' | 'secret_refs'>

/** The token that calls for a connection carry. */
export async function tokenOf(vault: Pick<Vault, 'get'>, connection: TokenOwner): Promise<Token> {
  const reference = connection.secret_refs.token
  if (reference === undefined || connection.phone_number_id === null) return { kind: 'missing' }
  try {
    return { kind: 'found', value: await vault.get(connection.account_id, reference) }
  } catch (error) {
    return { kind: error instanceof SecretMissing ? 'missing' : 'away' }
  }
}
