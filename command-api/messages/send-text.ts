import { SendText } from '@recado/contract/send'
import { route } from '../route.ts'
import { textContent } from './content-of.ts'
import { sendMessage } from './send-message.ts'
import { sendRoute } from './send-message-route.ts'

/** `POST /messages/text`: the type is implied. */
export const sendTextRoute = route({
  ...sendRoute,
  url: '/messages/text',
  summary: 'Send a text message',
  body: SendText,
  handle: (input, deps) => sendMessage(input, textContent(input.body.text), deps),
})
