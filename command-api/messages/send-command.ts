import { keyedMessageId } from '@recado/application/ids'
import type { SendCommon } from '@recado/contract/send-common'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../deps.ts'
import { idempotencyKey } from '../routing/idempotency-key.ts'
import type { KeyInput } from '../routing/route.ts'
import { exactContent } from './exact-content.ts'
import { fingerprint } from './fingerprint.ts'
import { type RequestedSend, requestedSend, type SendContent } from './requested-send.ts'

export type SendInput = Pick<
  KeyInput<unknown, unknown, SendCommon>,
  'account' | 'caller' | 'body' | 'request' | 'requestId'
>

/** A requested send and its message id, which follows from the Idempotency-Key where there is one. */
export type SendCommand = {
  readonly account_id: string
  readonly message_id: string
  readonly send: RequestedSend
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

/** The command of a request, or the problem with its header or body. */
export function sendCommand(
  { body, account, request }: SendInput,
  content: SendContent,
  { newId }: Pick<CommandDeps, 'newId'>,
): SendCommand | HttpProblem {
  const keyed = idempotencyKey(request.headers['idempotency-key'])
  if (keyed instanceof HttpProblem) return keyed
  const send = requestedSend(body, exactContent(content, request))
  if (send instanceof HttpProblem) return send
  const { key } = keyed
  if (key === null) return { account_id: account.id, message_id: newId(), send, idempotency: null }
  const message_id = keyedMessageId(account.id, key)
  const idempotency = { key, fingerprint: fingerprint(send) }
  return { account_id: account.id, message_id, send, idempotency }
}
