import { account } from '@recado/domain/account/account'
import { apiKey } from '@recado/domain/api-key/api-key'
import { call } from '@recado/domain/call/call'
import type { AggregateCategory } from '@recado/domain/category'
import { connection } from '@recado/domain/connection/connection'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { contact } from '@recado/domain/contact/contact'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { conversation } from '@recado/domain/conversation/conversation'
import type { Aggregate, Fact } from '@recado/domain/decision'
import { deliveryRecovery } from '@recado/domain/delivery-recovery/delivery-recovery'
import { erasure } from '@recado/domain/erasure/erasure'
import { funnel } from '@recado/domain/funnel/funnel'
import { gateway } from '@recado/domain/gateway/gateway'
import { importedMessage } from '@recado/domain/imported-message/imported-message'
import { media } from '@recado/domain/media/media'
import { message } from '@recado/domain/message/message'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import { retention } from '@recado/domain/retention/retention'
import { sale } from '@recado/domain/sale/sale'
import { seal } from '@recado/domain/seal/seal'
import { template } from '@recado/domain/template/template'
import { user } from '@recado/domain/user/user'
import { userEmail } from '@recado/domain/user-email/user-email'
import { userSession } from '@recado/domain/user-session/user-session'
import { webhook } from '@recado/domain/webhook/webhook'

/** An aggregate whose state and facts have types that only its category tells. */
export type AnyAggregate = Aggregate<unknown, Fact>

const AGGREGATES = {
  account,
  apiKey,
  call,
  connection,
  connectionNumber,
  contact,
  contactIdentity,
  conversation,
  deliveryRecovery,
  erasure,
  funnel,
  gateway,
  importedMessage,
  media,
  message,
  providerMessage,
  retention,
  sale,
  seal,
  template,
  user,
  userEmail,
  userSession,
  webhook,
} satisfies Readonly<Record<AggregateCategory, { readonly category: AggregateCategory }>>

const BY_CATEGORY = new Map<string, unknown>(Object.entries(AGGREGATES))

/** The aggregate of a category; undefined for a journal. */
export function aggregateOf(category: string): AnyAggregate | undefined {
  return BY_CATEGORY.get(category) as AnyAggregate | undefined
}
