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
import { projection, type Rows } from '../../engine/projection.ts'
import { connectionDoc, connections } from '../../read-models/connections.ts'
import { attempted, givenUp, redelivery } from './delivery-facts.ts'
import {
  deliveries,
  deliveryLanes,
  deliveryPayloads,
  deliverySequences,
  messageNewsRows,
} from './delivery-rows.ts'
import { configured, deactivated } from './lane-facts.ts'
import { acceptedBefore, newsOfEcho, newsOfMessage, newsOfStatus } from './message-facts.ts'
import { connectionOutbound } from './outbound-payload.ts'
import { needsToOwe, owe } from './owe.ts'

/**
 * What every webhook is owed, decided at the position of each fact, and what came of it. Stands behind the
 * messages, contacts and connections: it shows them as the fact left them.
 */
export const deliveriesProjection = projection<
  | WebhookEvent
  | WebhookDeliveryEvent
  | MessageEvent
  | ProviderMessageEvent
  | ProviderEventEvent
  | ConnectionEvent
>({
  name: 'deliveries',
  tables: [deliveries, deliveryPayloads, deliveryLanes, deliverySequences, messageNewsRows],
  ddl: new URL('./deliveries.sql', import.meta.url),
  needs: {
    MessageReceived: needsOfMessage,
    MessageSentElsewhere: needsOfMessage,
    MessageSent: ({ data }) => [[messageNewsRows, data.message_id]],
    MessageStatusReported: (event) => needsToOwe(event, event.data.connection_id, null),
    ProviderEventReceived: ({ data }) =>
      data.connection_id === null ? [] : [[deliveryLanes, data.connection_id] as const],
    DeliveryAttempted: ({ data }) => [
      [deliveries, data.delivery_id],
      [deliveryLanes, data.connection_id],
    ],
  },
  on: {
    WebhookConfigured: configured,
    WebhookDeactivated: deactivated,
    WebhookSecretRotated: null,
    DeliveryAttempted: attempted,
    DeliveryGivenUp: givenUp,
    RedeliveryRequested: redelivery,
    MessageReceived: newsOfMessage,
    MessageEdited: newsOfMessage,
    MessageRevoked: newsOfMessage,
    MessageSentElsewhere: newsOfEcho,
    MessageSent: newsOfMessage,
    MessageSendRefused: newsOfMessage,
    MessageSendGivenUp: newsOfMessage,
    MessageStatusReported: newsOfStatus,
    MessageSendDeferred: acceptedBefore,
    MessageSendUnresolved: acceptedBefore,
    MessageSendRequested: null,
    MessageSendAttempted: null,
    MessageMarkedRead: null,
    ConnectionStatusChanged: newsOfConnection,
    ConnectionNoticed: newsOfConnection,
    ConnectionRegistered: null,
    ConnectionNumberLearned: null,
    ConnectionCredentialsReplaced: null,
    BusinessProfileChanged: null,
    ProviderEventReceived: native,
    ProviderPayloadReceived: null,
    ProviderPostReceived: null,
  },
})

async function newsOfConnection(
  event: RecordedEvent<ConnectionStatusChanged | ConnectionNoticed>,
  rows: Rows,
): Promise<void> {
  const lane = await rows.get(deliveryLanes, event.data.connection_id)
  if (lane === undefined || !wantsStructured(lane.events, 'whatsapp.connection.updated')) return
  const connection = await rows.get(connections, event.data.connection_id)
  if (connection === undefined) return
  await owe(event, lane, connectionOutbound(event, connectionDoc(connection)), rows)
}

/** The provider's event as it came, for webhooks that list its native name. */
async function native(event: RecordedEvent<ProviderEventReceived>, rows: Rows): Promise<void> {
  if (event.data.connection_id === null) return
  const lane = await rows.get(deliveryLanes, event.data.connection_id)
  if (lane === undefined || !wantsNative(lane.events, event.data.event)) return
  const body = () => JSON.stringify(event.data.payload)
  await owe(event, lane, { event: event.data.event, conversation_id: null, body }, rows)
}

function needsOfMessage(event: RecordedEvent<{ type: string; data: MessageIds }>) {
  const { connection_id, conversation_id, message_id } = event.data
  return [
    [messageNewsRows, message_id] as const,
    ...needsToOwe(event, connection_id, conversation_id),
  ]
}
