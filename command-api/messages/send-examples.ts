import type { SendType } from '@recado/contract/send'
import type { Example } from '@recado/infra/http/api-route'

const start = { connection_id: '5511912345678', recipient: { phone: '5521987654321' } }
const reply = { conversation_id: '7d0f3c52-5a7e-5c57-9f3e-3b1c0a6d4e21' }
const media = { id: '900000000000001' }

const contents: Readonly<Record<SendType, object>> = {
  text: { ...reply, text: 'Seu pedido saiu para entrega.' },
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
  reaction: { ...reply, reaction: { message_id: 'wamid.HBgN', emoji: '👍' } },
}

/** An example body for each type, for the OpenAPI document. */
export function sendExamples(types: readonly SendType[]): Readonly<Record<string, Example>> {
  return Object.fromEntries(
    types.map((type) => [type, { summary: type, value: { type, ...contents[type] } }]),
  )
}
