import { attemptFactId, type Ids } from '@recado/application/ids'
import { payloadUrl } from '@recado/application/raw-events/payload-url'
import type {
  ConnectionEvent,
  ConnectionNoticed,
  ConnectionStatusChanged,
} from '@recado/domain/connection/events'
import type { DeliveryRecoveryEvent } from '@recado/domain/delivery-recovery/events'
import type { MessageEvent, MessageIds } from '@recado/domain/message/events'
import { nativeText, nativeValue } from '@recado/domain/native-json'
import type {
  ProviderEventEvent,
  ProviderEventReceived,
} from '@recado/domain/provider-event/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import type { ProviderMessageEvent } from '@recado/domain/provider-message/events'
import type { RetentionApplied } from '@recado/domain/retention/events'
import type { CheckpointSigned } from '@recado/domain/seal/events'
import type { WebhookEvent } from '@recado/domain/webhook/events'
import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { logId } from '../../engine/log-id.ts'
import { type Projection, projection, type Rows } from '../../engine/projection.ts'
import { erasedAccounts } from '../../read-models/accounts.ts'
import { connectionDoc, connections } from '../../read-models/connections.ts'
import { contacts } from '../../read-models/contact-row.ts'
import { firstRowOf } from '../../read-models/keep-list.ts'
import { isGone } from '../../read-models/retention.ts'
import { applyAttempt, applyGivenUp } from './delivery-facts.ts'
import {
  deliveries,
  deliveryAttempts,
  deliverySequences,
  endpointQueues,
  messageNotifications,
} from './delivery-rows.ts'
import { noteAccepted, notifyOfEcho, notifyOfMessage, notifyOfStatus } from './message-facts.ts'
import { connectionOutbound, sealedOutbound } from './outbound-payload.ts'
import { outboundEvents, outboundMinutes } from './outbound-rows.ts'
import {
  applyDeliveryRecovered,
  applyRecoveryAdvanced,
  applyRecoveryCompleted,
  applyRecoveryRequested,
  needsOfRecovery,
} from './recovery-facts.ts'
import { deliveryRecoveries } from './recovery-rows.ts'
import { applyRedelivery, needsOfRedelivery } from './redelivery.ts'
import { removeOld } from './remove-old.ts'
import {
  needsOfOutboundEvent,
  storeOutboundEvent,
  storeRedelivery,
} from './store-outbound-event.ts'
import { applyTestDelivery } from './test-delivery.ts'
import { applyConfiguration, applyDeactivation, applyFailureNotice } from './webhook-facts.ts'

/** Which events customers receive, and which deliveries are due, at each fact's position. Runs after the rows that the events show. */
export function deliveriesProjection(providers: ProviderKinds): Projection {
  const notificationOfConnection = connectionNotifier(providers)
  return projection<
    | WebhookEvent
    | WebhookDeliveryEvent
    | DeliveryRecoveryEvent
    | MessageEvent
    | ProviderMessageEvent
    | ProviderEventEvent
    | ConnectionEvent
    | RetentionApplied
    | CheckpointSigned
  >({
    name: 'deliveries',
    tables: [
      ...[deliveries, deliveryAttempts, endpointQueues, deliverySequences, messageNotifications],
      ...[outboundEvents, outboundMinutes, deliveryRecoveries],
    ],
    ddl: new URL('./deliveries.sql', import.meta.url),
    needs: {
      MessageReceived: needsOfMessage,
      MessageSentElsewhere: needsOfMessage,
      MessageContentReceived: needsOfMessage,
      MessageSent: needsOfMessage,
      MessageSendRequested: (event) => [
        firstRowOf(event, messageNotifications, event.data.message_id),
      ],
      MessageStatusReported: needsOfNumber,
      ConnectionStatusChanged: needsOfNumber,
      ConnectionNoticed: needsOfNumber,
      ProviderEventReceived: ({ id, data }) =>
        data.connection_id === null
          ? []
          : [
              [outboundEvents, id],
              [endpointQueues, data.connection_id],
            ],
      DeliveryAttempted: ({ data }) => [
        [deliveries, data.delivery_id],
        [
          deliveryAttempts,
          attemptFactId({
            delivery_id: data.delivery_id,
            type: 'DeliveryAttempted',
            attempt: data.attempt,
          }),
          'new',
        ],
        [endpointQueues, data.connection_id],
      ],
      RedeliveryRequested: (event) => [
        [outboundEvents, event.id],
        [outboundEvents, event.data.event_id],
        ...needsOfRedelivery(event),
      ],
      DeliveryRecovered: needsOfRecovery,
    },
    on: {
      WebhookConfigured: applyConfiguration,
      WebhookDeactivated: applyDeactivation,
      WebhookFailureNoticed: applyFailureNotice,
      WebhookSecretRotated: null,
      DeliveryAttempted: applyAttempt,
      DeliveryGivenUp: applyGivenUp,
      RedeliveryRequested: async (event, rows) => {
        await storeRedelivery(event, rows)
        await applyRedelivery(event, rows)
      },
      TestDeliveryRequested: applyTestDelivery,
      DeliveryRecovered: applyDeliveryRecovered,
      RecoveryRequested: applyRecoveryRequested,
      RecoveryAdvanced: applyRecoveryAdvanced,
      RecoveryCompleted: applyRecoveryCompleted,
      MessageReceived: notifyOfMessage,
      MessageEdited: notifyOfMessage,
      MessageRevoked: notifyOfMessage,
      MessageSentElsewhere: notifyOfEcho,
      MessageSent: notifyOfMessage,
      MessageSendRefused: notifyOfMessage,
      MessageSendGivenUp: notifyOfMessage,
      MessageStatusReported: notifyOfStatus,
      MessageSendDeferred: noteAccepted,
      MessageSendUnresolved: noteAccepted,
      MessageSendRequested: null,
      MessageSendAttempted: null,
      MessageSendReleased: null,
      MessageRetranslated: null,
      MessageContentReceived: notifyOfMessage,
      MessageMarkedRead: null,
      ConnectionStatusChanged: notificationOfConnection,
      ConnectionNoticed: notificationOfConnection,
      ConnectionRegistered: null,
      ConnectionNumberLearned: null,
      ConnectionThroughputChanged: null,
      ConnectionMoved: null,
      FormerSessionEnded: null,
      HistoryProgressed: null,
      HistoryDeclined: null,
      ConnectionCredentialsReplaced: null,
      BusinessProfileChanged: null,
      ProviderEventReceived: (event, rows) => applyNativeEvent(event, rows, providers),
      ProviderPayloadReceived: null,
      ProviderEventReduced: null,
      ProviderPostReceived: null,
      RetentionApplied: removeOld,
      CheckpointSigned: tellOfCheckpoint,
    },
  })
}

function connectionNotifier(providers: ProviderKinds) {
  return async (
    event: RecordedEvent<ConnectionStatusChanged | ConnectionNoticed>,
    rows: Rows,
  ): Promise<void> => {
    const connection = await rows.get(connections, event.data.connection_id)
    if (connection === undefined) return
    const doc = connectionDoc(providers, connection)
    await storeOutboundEvent(event, connectionOutbound(event, doc), rows)
  }
}

/** The tree of an erased account still grows, but nobody is left who could keep its checkpoints. */
async function tellOfCheckpoint(event: RecordedEvent<CheckpointSigned>, rows: Rows): Promise<void> {
  const { account_id } = event.metadata
  if (account_id === null || (await rows.get(erasedAccounts, account_id)) !== undefined) return
  await storeOutboundEvent(event, sealedOutbound(event), rows)
}

async function applyNativeEvent(
  event: RecordedEvent<ProviderEventReceived>,
  rows: Rows,
  providers: ProviderKinds,
): Promise<void> {
  const { connection_id, payload, payload_parts = 0, event: name, received_at } = event.data
  if (connection_id === null) return
  if (await isGone(rows, 'providerEvent', event.metadata.account_id, received_at)) return
  const body = payload_parts === 0 ? null : withUrl(nativeText(payload), logId(event))
  const ids = { connection_id, conversation_id: null, message_id: null }
  const part = partOf(event, providers)
  await storeOutboundEvent(event, { kind: 'native', event: name, part, ...ids, body }, rows)
}

/** Of a payload in parts, customers get what the record has of it, and where they can read it. */
function withUrl(envelope: string, id: number): string {
  return `${envelope.slice(0, -1)},"payload_url":"${payloadUrl(id)}"}`
}

function partOf(
  { data, erased }: RecordedEvent<ProviderEventReceived>,
  providers: ProviderKinds,
): string | null {
  const { source, event, event_part, payload } = data
  if (event_part !== undefined || erased === true) return event_part ?? null
  const part = providers.get(source)?.partialEvent
  return part?.of === event && part.isPart(asRecord(nativeValue(payload))) ? part.name : null
}

function needsOfNumber(event: RecordedEvent<{ type: string; data: Ids<'connection_id'> }>) {
  return needsOfOutboundEvent(event, {
    connection_id: event.data.connection_id,
    conversation_id: null,
  })
}

function needsOfMessage(event: RecordedEvent<{ type: string; data: MessageIds }>) {
  const { connection_id, conversation_id, contact_id, message_id } = event.data
  return [
    firstRowOf(event, messageNotifications, message_id),
    [contacts, contact_id] as const,
    ...needsOfOutboundEvent(event, { connection_id, conversation_id }),
  ]
}
