import {
  connection,
  conversation_id,
  inbound,
  media_id,
  message,
  party,
} from '@recado/contract/example-values'
import type { SendType } from '@recado/contract/send'
import type { Example } from '@recado/infra/http/api-route'

const start = {
  connection_id: connection.phone_number_digits,
  recipient: { phone: party.phone },
}
const reply = { conversation_id }
const media = { id: media_id }

const contents: Readonly<Record<SendType, object>> = {
  text: { ...reply, text: message.text },
  template: {
    ...start,
    template: {
      name: 'order_ready',
      language: 'pt_BR',
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ana' },
            { type: 'text', text: '#991' },
          ],
        },
      ],
    },
  },
  image: { ...reply, media: { ...media, caption: 'A vitrine de hoje' } },
  video: { ...reply, media: { link: 'https://files.example/demo.mp4' } },
  audio: { ...reply, media },
  document: { ...reply, media: { ...media, filename: 'boleto.pdf', caption: 'Vence dia 10' } },
  sticker: { ...reply, media },
  location: {
    ...reply,
    location: { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua A, 10' },
  },
  contacts: {
    ...reply,
    contacts: [
      {
        name: { formatted_name: 'Ana Reis', first_name: 'Ana' },
        phones: [{ phone: '+5511912345678', type: 'WORK' }],
      },
    ],
  },
  interactive: {
    ...reply,
    interactive: {
      type: 'button',
      body: { text: 'Confirma?' },
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'yes', title: 'Sim' } },
          { type: 'reply', reply: { id: 'no', title: 'Não' } },
        ],
      },
    },
  },
  reaction: { ...reply, reaction: { message_id: inbound.provider_message_id, emoji: '👍' } },
}

/** The example of the answer to a send of a type. */
export function sendReplyExamples(type: SendType): Readonly<Record<number, Example>> {
  const { provider_message_id, recipient } = message
  const sent = { conversation_id, provider_message_id, type, recipient }
  return { 202: { value: { data: { ...sent, accepted: true, delivery_status: 'pending' } } } }
}

/** An example body for each type, for the OpenAPI document. */
export function sendExamples(types: readonly SendType[]): Readonly<Record<string, Example>> {
  return Object.fromEntries(
    types.map((type) => [type, { summary: type, value: { type, ...contents[type] } }]),
  )
}
