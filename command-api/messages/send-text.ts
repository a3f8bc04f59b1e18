import { SendText } from '@recado/contract/send-typed'
import { workflowRoute } from '../routing/route.ts'
import { textContent } from './content-of.ts'
import { sendExamples, sendReplyExamples } from './send-examples.ts'
import { sendMessage } from './send-message.ts'
import { sendRoute } from './send-route.ts'

export const sendTextRoute = workflowRoute({
  ...sendRoute,
  operationId: 'sendTextMessage',
  url: '/messages/text',
  summary: 'Send a text message',
  body: SendText,
  requestExamples: sendExamples(['text']),
  replyExamples: sendReplyExamples('text'),
  handle: (input, deps) => sendMessage(input, textContent(input.body.text), deps),
})
