import { MESSAGE_TYPES, SendMessage } from '@recado/contract/send'
import { workflowRoute } from '../routing/route.ts'
import { contentOf } from './content-of.ts'
import { sendExamples, sendReplyExamples } from './send-examples.ts'
import { sendMessage } from './send-message.ts'
import { sendRoute } from './send-route.ts'

const OTHER_TYPES: ReadonlySet<unknown> = new Set(MESSAGE_TYPES.filter((type) => type !== 'text'))

export const sendMessageRoute = workflowRoute({
  ...sendRoute,
  operationId: 'sendMessage',
  url: '/messages',
  summary: 'Send a message',
  description:
    'Send `conversation_id` to reply in a conversation, or `connection_id` and `recipient` to start one. 202 with `accepted` true ' +
    'means that the provider accepted the message; webhooks and GET /messages report its delivery. A type ' +
    'other than text needs an official connection and the Official or Agency plan.',
  planGate: (body) => OTHER_TYPES.has((body as { type?: unknown } | null)?.type),
  body: SendMessage,
  requestExamples: sendExamples(MESSAGE_TYPES),
  replyExamples: sendReplyExamples('text'),
  handle: (input, deps) => sendMessage(input, contentOf(input.body), deps),
})
