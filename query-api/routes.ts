import type { ApiRoute } from '@recado/infra/http/api-route'
import { getConnection } from './connections/get-connection.ts'
import { getHealth } from './connections/get-health.ts'
import { getProfile } from './connections/get-profile.ts'
import { listConnections } from './connections/list-connections.ts'
import { exportContact } from './contacts/export-contact.ts'
import { getContact } from './contacts/get-contact.ts'
import { getErasure } from './contacts/get-erasure.ts'
import { listContacts } from './contacts/list-contacts.ts'
import { getConversation } from './conversations/get-conversation.ts'
import { listConversations } from './conversations/list-conversations.ts'
import { listHistory } from './conversations/list-history.ts'
import { resolveConversation } from './conversations/resolve-conversation.ts'
import type { ServedDeps } from './deps.ts'
import { listEvents } from './events/list-events.ts'
import { findAnything } from './find/find-anything.ts'
import { downloadMedia } from './media/download-media.ts'
import { getMedia } from './media/get-media.ts'
import { getMessage } from './messages/get-message.ts'
import { listMessages } from './messages/list-messages.ts'
import { openapiRoute } from './routing/openapi-route.ts'
import { listSales } from './sales/list-sales.ts'
import { getSchema } from './schemas/get-schema.ts'
import { listSchemas } from './schemas/list-schemas.ts'
import { getCheckpoint } from './seals/get-checkpoint.ts'
import { getProof } from './seals/get-proof.ts'
import { tileRoutes } from './seals/get-tile.ts'
import { listStages } from './stages/list-stages.ts'
import { listTemplates } from './templates/list-templates.ts'
import { getMessageTrace } from './trace/get-message-trace.ts'
import { getWebhookEvent } from './webhook-events/get-webhook-event.ts'
import { listWebhookEvents } from './webhook-events/list-webhook-events.ts'
import { getDelivery } from './webhooks/get-delivery.ts'
import { getRecovery } from './webhooks/get-recovery.ts'
import { listDeliveries } from './webhooks/list-deliveries.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'

/** Every query route, in documentation order. */
export const queryRoutes: readonly ApiRoute<ServedDeps>[] = [
  openapiRoute,
  listSchemas,
  getSchema,
  listConnections,
  getConnection,
  getHealth,
  getProfile,
  listContacts,
  getContact,
  exportContact,
  getErasure,
  listStages,
  listSales,
  listConversations,
  resolveConversation,
  getConversation,
  listHistory,
  listMessages,
  getMessage,
  getMessageTrace,
  findAnything,
  getMedia,
  downloadMedia,
  listTemplates,
  listWebhooks,
  listDeliveries,
  getDelivery,
  getRecovery,
  listWebhookEvents,
  getWebhookEvent,
  listEvents,
  getCheckpoint,
  getProof,
  ...tileRoutes,
]
