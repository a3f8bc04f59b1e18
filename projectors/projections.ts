import type { PersonIds } from '@recado/application/person-ids'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import type { Projection } from './engine/projection.ts'
import { accountsProjection } from './read-models/accounts.ts'
import { activityProjection } from './read-models/activity.ts'
import { apiKeysProjection } from './read-models/api-keys.ts'
import { connectionsProjection } from './read-models/connections.ts'
import { contactsProjection } from './read-models/contacts.ts'
import { conversationsProjection } from './read-models/conversations.ts'
import { erasuresProjection } from './read-models/erasures.ts'
import { gatewaysProjection } from './read-models/gateways.ts'
import { importedMessagesProjection } from './read-models/imported-messages.ts'
import { mediaProjection } from './read-models/media.ts'
import { messagesProjection } from './read-models/messages.ts'
import { rawEventsProjection } from './read-models/raw-events.ts'
import { retentionProjection } from './read-models/retention.ts'
import { salesProjection } from './read-models/sales.ts'
import { sealsProjection } from './read-models/seals.ts'
import { setAsidePostsProjection } from './read-models/set-aside-posts.ts'
import { stagesProjection } from './read-models/stages.ts'
import { templatesProjection } from './read-models/templates.ts'
import { unmatchedSendsProjection } from './read-models/unmatched-sends.ts'
import { usersProjection } from './read-models/users.ts'
import { webhooksProjection } from './read-models/webhooks.ts'
import { deliveriesProjection } from './webhooks/projection/deliveries.ts'

/** All projections. Their order matters within one fact: later ones see the rows of earlier ones. */
export function projectionsOf(
  providers: ProviderKinds,
  personIds: PersonIds,
): readonly Projection[] {
  return [
    accountsProjection,
    apiKeysProjection,
    usersProjection,
    connectionsProjection(providers),
    gatewaysProjection,
    stagesProjection,
    contactsProjection,
    salesProjection(personIds),
    activityProjection,
    messagesProjection(personIds),
    unmatchedSendsProjection(providers, personIds),
    conversationsProjection(personIds),
    importedMessagesProjection,
    mediaProjection,
    rawEventsProjection(providers),
    setAsidePostsProjection,
    templatesProjection(providers),
    webhooksProjection,
    deliveriesProjection(providers),
    retentionProjection,
    sealsProjection,
    erasuresProjection,
  ]
}
