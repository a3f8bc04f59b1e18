import { MESSAGE_TYPES, SendAcknowledgement, SendMessage } from '@recado/contract/send'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { route, type WriteAnswer } from '../route.ts'
import { contentOf } from './content-of.ts'
import { findTarget } from './find-target.ts'
import { requestedSend } from './requested-send.ts'
import { type SendInput, sendMessage } from './send-message.ts'

/** What all send routes answer and ask for besides their bodies. */
export const sendRoute = {
  method: 'POST',
  headers: {
    'Idempotency-Key':
      '8 to 128 visible ASCII characters. A repeat with the same key and body gets the first answer, with ' +
      '`Idempotent-Replayed: true`, and sends nothing.',
  },
  reply: { 202: z.object({ data: SendAcknowledgement }) },
  problems: [403, 404, 409, 422, 429],
} as const

const OTHER_TYPES: ReadonlySet<unknown> = new Set(MESSAGE_TYPES.filter((type) => type !== 'text'))

/** `POST /messages`: any type. */
export const sendMessageRoute = route({
  ...sendRoute,
  url: '/messages',
  summary: 'Send a message',
  description:
    'Replies with `conversation_id`, or starts with `connection_id` and `recipient`. 202 with `accepted` true ' +
    'means that the provider accepted the message; delivery is told by webhooks and GET /messages.',
  planGate: (body) => OTHER_TYPES.has((body as { type?: unknown } | null)?.type),
  body: SendMessage,
  handle: (input, deps) => {
    const content = contentOf(input.body)
    return content === null
      ? unsendable(input, input.body, deps)
      : sendMessage(input, content, deps)
  },
})

/** The gates of a type come before the news that it cannot be sent. */
async function unsendable(
  { account, body }: SendInput,
  { type }: SendMessage,
  deps: CommandDeps,
): Promise<WriteAnswer | HttpProblem> {
  const send = requestedSend(body, { message_type: type, text: '', content: null })
  const aim = send instanceof HttpProblem ? send : await findTarget(deps, account.id, send, null)
  return aim instanceof HttpProblem
    ? aim
    : invalidInput(`type must be text: ${type} cannot be sent yet`)
}
