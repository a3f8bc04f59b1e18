import { idOf, providerMessageId } from '@recado/application/ids'
import type { MessageSentElsewhere } from '@recado/domain/message/events'
import type { MessageStatusReported, ProviderStatus } from '@recado/domain/provider-message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import { messages } from '../../read-models/message-row.ts'
import { providerMessages } from '../../read-models/provider-messages.ts'
import { messageNotifications, type NotificationRow } from './delivery-rows.ts'
import { messageOutbound } from './outbound-payload.ts'
import { storeOutboundEvent } from './store-outbound-event.ts'
import { notificationFor } from './whatsapp-events.ts'

type OfMessage = { type: string; data: { message_id: string } }

export async function notifyOfMessage(event: RecordedEvent<OfMessage>, rows: Rows): Promise<void> {
  await notify(event, event.data.message_id, rows)
}

/** An echo of our own send is a notification of that send; any other echo is a message of its own. */
export async function notifyOfEcho(
  event: RecordedEvent<MessageSentElsewhere>,
  rows: Rows,
): Promise<void> {
  const { message_id, connection_id, intent } = event.data
  if ((await rows.get(messages, message_id)) !== undefined) return notify(event, message_id, rows)
  const id = providerMessageId({ connection_id, provider_message_id: intent.provider_message_id })
  const joined = await rows.get(providerMessages, id)
  if (joined?.message_id) await notify({ ...event, type: 'MessageSent' }, joined.message_id, rows)
}

/** A status belongs to the message that its stream is joined to; until then it is reported to nobody. */
export async function notifyOfStatus(
  event: RecordedEvent<MessageStatusReported>,
  rows: Rows,
): Promise<void> {
  const joined = await rows.get(providerMessages, idOf(event.stream))
  if (joined?.message_id) await notify(event, joined.message_id, rows, event.data.intent.status)
}

/** A later refusal is notified, because the caller has our 202 by now, unless its request still waits for the send. */
export async function noteAccepted(event: RecordedEvent<OfMessage>, rows: Rows): Promise<void> {
  if ('held_until' in event.data) return
  const so_far = await notificationOf(event.data.message_id, rows)
  if (!so_far.accepted) rows.put(messageNotifications, { ...so_far, accepted: true })
}

async function notify(
  event: RecordedEvent,
  messageId: string,
  rows: Rows,
  reported: ProviderStatus | null = null,
): Promise<void> {
  const message = await rows.get(messages, messageId)
  if (message === undefined) return
  const known = await notificationOf(messageId, rows)
  const { direction, status } = message
  const notification = notificationFor(event.type, {
    ...known,
    ...{ direction, status, reported },
  })
  if (notification === null) return
  rows.put(messageNotifications, { ...known, told: [...known.told, notification] })
  await storeOutboundEvent(event, await messageOutbound(event, notification, message, rows), rows)
}

async function notificationOf(messageId: string, rows: Rows): Promise<NotificationRow> {
  return (
    (await rows.get(messageNotifications, messageId)) ?? {
      id: messageId,
      told: [],
      accepted: false,
    }
  )
}
