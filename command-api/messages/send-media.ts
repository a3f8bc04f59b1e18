import { MEDIA_TYPES } from '@recado/contract/content/media'
import { SendMedia } from '@recado/contract/send-typed'
import { workflowRoute } from '../routing/route.ts'
import { mediaContent } from './content-of.ts'
import { sendExamples, sendReplyExamples } from './send-examples.ts'
import { sendMessage } from './send-message.ts'
import { sendRoute } from './send-route.ts'

export const sendMediaRoute = workflowRoute({
  ...sendRoute,
  operationId: 'sendMediaMessage',
  url: '/messages/media',
  summary: 'Send an image, a video, an audio, a document or a sticker',
  availability: 'official',
  body: SendMedia,
  requestExamples: sendExamples(MEDIA_TYPES),
  replyExamples: sendReplyExamples('image'),
  handle: (input, deps) => {
    const { type, media } = input.body
    return sendMessage(input, mediaContent(type, media), deps)
  },
})
