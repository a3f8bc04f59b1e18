import type { ShownCategory } from '@recado/domain/category'
import type { Columns } from './columns.ts'
import { account } from './tables/account.ts'
import { apiKey } from './tables/api-key.ts'
import { call } from './tables/call.ts'
import { connection } from './tables/connection.ts'
import { connectionNumber } from './tables/connection-number.ts'
import { contact } from './tables/contact.ts'
import { contactIdentity } from './tables/contact-identity.ts'
import { conversation } from './tables/conversation.ts'
import { deliveryRecovery } from './tables/delivery-recovery.ts'
import { funnel } from './tables/funnel.ts'
import { media } from './tables/media.ts'
import { message } from './tables/message.ts'
import { providerEvent } from './tables/provider-event.ts'
import { providerMessage } from './tables/provider-message.ts'
import { retention } from './tables/retention.ts'
import { sale } from './tables/sale.ts'
import { template } from './tables/template.ts'
import { user } from './tables/user.ts'
import { userEmail } from './tables/user-email.ts'
import { userSession } from './tables/user-session.ts'
import { webhook } from './tables/webhook.ts'
import { webhookDelivery } from './tables/webhook-delivery.ts'

/** The columns of each category beside the common ones. `providerPost` has none: it is nothing but bytes. */
export const TABLES: Readonly<Record<ShownCategory, Columns>> = {
  account,
  apiKey,
  call,
  connection,
  connectionNumber,
  contact,
  contactIdentity,
  conversation,
  deliveryRecovery,
  funnel,
  media,
  message,
  providerEvent,
  providerMessage,
  retention,
  sale,
  template,
  user,
  userEmail,
  userSession,
  webhook,
  webhookDelivery,
}
