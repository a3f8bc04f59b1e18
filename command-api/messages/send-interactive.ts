import { SendInteractive } from '@recado/contract/send-typed'
import { workflowRoute } from '../routing/route.ts'
import { interactiveContent } from './content-of.ts'
import { sendExamples, sendReplyExamples } from './send-examples.ts'
import { sendMessage } from './send-message.ts'
import { sendRoute } from './send-route.ts'

export const sendInteractiveRoute = workflowRoute({
  ...sendRoute,
  operationId: 'sendInteractiveMessage',
  url: '/messages/interactive',
  summary: 'Send buttons, a list or a flow',
  description: 'Send a location, contacts or a reaction with POST /messages.',
  availability: 'official',
  body: SendInteractive,
  requestExamples: sendExamples(['interactive']),
  replyExamples: sendReplyExamples('interactive'),
  handle: (input, deps) => sendMessage(input, interactiveContent(input.body.interactive), deps),
})
