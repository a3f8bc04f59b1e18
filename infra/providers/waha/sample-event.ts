import type { ConnectionEntry } from '../../registry-entries.ts'

const PERSON = '5531987654321@c.us'

/** An invented WAHA event, in the form in which a webhook that lists it would receive it. */
export function sampleWahaEvent(
  event: string,
  { session, phone_number_digits }: ConnectionEntry,
  seconds: number,
): object {
  return {
    ...{ id: 'evt_01example', timestamp: seconds * 1000, event, session, engine: 'GOWS' },
    me: { id: `${phone_number_digits ?? ''}@c.us`, pushName: 'Padaria Estrela' },
    payload: payloadOf(event, seconds, session),
  }
}

function payloadOf(event: string, timestamp: number, session: string | null): object {
  const message = { id: `false_${PERSON}_3EB0EXAMPLE`, timestamp, from: PERSON, fromMe: false }
  switch (event) {
    case 'session.status':
      return { name: session, status: 'WORKING' }
    case 'message.ack':
      return {
        ...message,
        id: `true_${PERSON}_3EB0EXAMPLE`,
        fromMe: true,
        ack: 2,
        ackName: 'DEVICE',
      }
    case 'message.reaction':
      return { ...message, reaction: { text: '👍', messageId: `true_${PERSON}_3EB0EARLIER` } }
    case 'message.edited':
      return { ...message, body: 'Oi!', editedMessageId: '3EB0EARLIER' }
    case 'message.revoked':
      return { after: null, before: { ...message, body: 'Oi' }, revokedMessageId: '3EB0EXAMPLE' }
    default:
      return { ...message, body: 'Oi', hasMedia: false, ack: 1 }
  }
}
