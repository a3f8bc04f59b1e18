import { wantsNative, wantsStructured } from '@recado/contract/whatsapp-event-names'
import type {
  ConnectionEvent,
  ConnectionNoticed,
  ConnectionStatusChanged,
} from '@recado/domain/connection/events'
import type { MessageEvent, MessageIds } from '@recado/domain/message/events'
import type {
  ProviderEventEvent,
  ProviderEventReceived,
} from '@recado/domain/provider-event/events'
import type { ProviderMessageEvent } from '@recado/domain/provider-message/events'
import type { WebhookEvent } from '@recado/domain/webhook/events'
import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { type Projection, projection, type Rows } from '../../engine/projection.ts'
import { connectionDoc, connections } from '../../read-models/connections.ts'
import { attempted, givenUp, redelivery } from './delivery-facts.ts'
import {
  deliveries,
  deliveryPayloads,
  deliverySequences,
  endpointQueues,
  messageNotifications,
} from './delivery-rows.ts'
import { enqueue, neededToEnqueue } from './enqueue.ts'
import {
  acceptedBefore,
  notificationOfEcho,
  notificationOfMessage,
  notificationOfStatus,
} from './message-facts.ts'
import { connectionOutbound } from './outbound-payload.ts'
import { configured, deactivated } from './webhook-facts.ts'

/**
 * The deliveries each webhook is due, decided at each fact's position. Runs after the messages, contacts and
 * connections: a delivery shows them as the fact left them.
 */
export function deliveriesProjection(providers: ProviderKinds): Projection {
  const notificationOfConnection = notifyingOfConnections(providers)
  return projection<
    | WebhookEvent
    | WebhookDeliveryEvent
    | MessageEvent
    | ProviderMessageEvent
    | ProviderEventEvent
    | ConnectionEvent
  >({
    name: 'deliveries',
    tables: [deliveries, deliveryPayloads, endpointQueues, deliverySequences, messageNotifications],
    ddl: new URL('./deliveries.sql', import.meta.url),
    needs: {
      MessageReceived: needsOfMessage,
      MessageSentElsewhere: needsOfMessage,
      MessageSent: ({ data }) => [[messageNotifications, data.message_id]],
      MessageStatusReported: (event) => neededToEnqueue(event, event.data.connection_id, null),
      ProviderEventReceived: ({ data }) =>
        data.connection_id === null ? [] : [[endpointQueues, data.connection_id] as const],
      DeliveryAttempted: ({ data }) => [
        [deliveries, data.delivery_id],
        [endpointQueues, data.connection_id],
      ],
    },
    on: {
      WebhookConfigured: configured,
      WebhookDeactivated: deactivated,
      WebhookSecretRotated: null,
      DeliveryAttempted: attempted,
      DeliveryGivenUp: givenUp,
      RedeliveryRequested: redelivery,
      MessageReceived: notificationOfMessage,
      MessageEdited: notificationOfMessage,
      MessageRevoked: notificationOfMessage,
      MessageSentElsewhere: notificationOfEcho,
      MessageSent: notificationOfMessage,
      MessageSendRefused: notificationOfMessage,
      MessageSendGivenUp: notificationOfMessage,
      MessageStatusReported: notificationOfStatus,
      MessageSendDeferred: acceptedBefore,
      MessageSendUnresolved: acceptedBefore,
      MessageSendRequested: null,
      MessageSendAttempted: null,
      MessageMarkedRead: null,
      ConnectionStatusChanged: notificationOfConnection,
      ConnectionNoticed: notificationOfConnection,
      ConnectionRegistered: null,
      ConnectionNumberLearned: null,
      ConnectionCredentialsReplaced: null,
      BusinessProfileChanged: null,
      ProviderEventReceived: native,
      ProviderPayloadReceived: null,
      ProviderPostReceived: null,
    },
  })
}

function notifyingOfConnections(providers: ProviderKinds) {
  return async (
    event: RecordedEvent<ConnectionStatusChanged | ConnectionNoticed>,
    rows: Rows,
  ): Promise<void> => {
    const queue = await rows.get(endpointQueues, event.data.connection_id)
    if (queue === undefined || !wantsStructured(queue.events, 'whatsapp.connection.updated')) return
    const connection = await rows.get(connections, event.data.connection_id)
    if (connection === undefined) return
    const doc = connectionDoc(providers, connection)
    await enqueue(event, queue, connectionOutbound(event, doc), rows)
  }
}

/** The provider's event as it came, for webhooks that list its native name. */
async function native(event: RecordedEvent<ProviderEventReceived>, rows: Rows): Promise<void> {
  if (event.data.connection_id === null) return
  const queue = await rows.get(endpointQueues, event.data.connection_id)
  if (queue === undefined || !wantsNative(queue.events, event.data.event)) return
  const body = () => JSON.stringify(event.data.payload)
  await enqueue(event, queue, { event: event.data.event, conversation_id: null, body }, rows)
}

function needsOfMessage(event: RecordedEvent<{ type: string; data: MessageIds }>) {
  const { connection_id, conversation_id, message_id } = event.data
  return [
    [messageNotifications, message_id] as const,
    ...neededToEnqueue(event, connection_id, conversation_id),
  ]
}
