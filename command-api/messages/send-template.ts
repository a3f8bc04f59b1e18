import { SendTemplate } from '@recado/contract/send-typed'
import { workflowRoute } from '../routing/route.ts'
import { templateContent } from './content-of.ts'
import { sendExamples, sendReplyExamples } from './send-examples.ts'
import { sendMessage } from './send-message.ts'
import { sendRoute } from './send-route.ts'

export const sendTemplateRoute = workflowRoute({
  ...sendRoute,
  operationId: 'sendTemplateMessage',
  url: '/messages/template',
  summary: 'Send an approved template',
  description: 'A template is the only type that reaches a person outside the 24-hour window.',
  availability: 'official',
  body: SendTemplate,
  requestExamples: sendExamples(['template']),
  replyExamples: sendReplyExamples('template'),
  handle: (input, deps) => sendMessage(input, templateContent(input.body.template), deps),
})
