import type { Category } from '@recado/domain/category'

/** A category of streams, as docs/events.md describes it. */
export type DescribedCategory = {
  /** The part of a stream's name before the dash. */
  readonly name: string
  readonly folder: string
  /** The rest of a stream's name. */
  readonly id: string
  readonly about: string
}

/** In reading order: the folder of the domain, the rest of a stream's name, and what it is about. */
const DESCRIBED: Readonly<Record<Category, readonly [string, string, string]>> = {
  account: ['account', '<account>', 'A customer of Recado, and its plan.'],
  apiKey: ['api-key', '<key>', 'The keys with which programs of an account call the API.'],
  user: ['user', '<account>', 'The users of the dashboard of an account.'],
  userEmail: [
    'user-email',
    '<uuid of the address>',
    'The user that an e-mail address names: one at a time.',
  ],
  userSession: ['user-session', '<session>', 'A session of a user in the dashboard.'],
  connection: ['connection', '<connection>', 'A WhatsApp number of an account.'],
  connectionNumber: [
    'connection-number',
    '<uuid of provider + number>',
    'The connection that a number of a provider serves: one at a time.',
  ],
  gateway: [
    'gateway',
    '<gateway>',
    'A server that has sessions of freemium numbers; `gateway-first` is the one of `WAHA_URL`.',
  ],
  contact: ['contact', '<contact>', 'A person an account talks with.'],
  contactIdentity: [
    'contact-identity',
    '<uuid of account + kind + match key>',
    'The contact that a phone, a username or another identity names: one at a time.',
  ],
  conversation: ['conversation', '<conversation>', 'A conversation of a person and a number.'],
  message: ['message', '<message>', 'One message, sent or received.'],
  importedMessage: [
    'imported-message',
    '<message>',
    'One message of the history of a number that is shared with the Business app.',
  ],
  providerMessage: [
    'provider-message',
    '<uuid of connection + provider message id>',
    'The statuses that a provider reports of a message.',
  ],
  call: ['call', '<call>', 'A person called the business.'],
  media: ['media', '<medium>', 'A file that was uploaded, or came in a message.'],
  template: ['template', '<template>', 'A template as the provider lists it.'],
  erasure: [
    'erasure',
    '<contact, user or account>',
    'How far the erasure of a person is, and under which keys its facts are sealed. The end of the erasure of a user or an account.',
  ],
  funnel: ['funnel', '<account>', 'The stages of an account, in order.'],
  sale: ['sale', '<sale>', 'A sale that a shop reported.'],
  seal: [
    'seal',
    '<account>, or `installation`',
    'The tree of hashes that shows whether facts were changed, and its checkpoints.',
  ],
  webhook: ['webhook', '<connection>', 'The endpoint that events of a connection are posted to.'],
  webhookDelivery: [
    'webhook-delivery',
    '<connection>.<yyyymmdd>',
    'The journal of POSTs to webhooks, which may hold duplicates. Deliveries requested by a recovery are in `webhookDelivery-<connection>.<recovery>`, which is kept.',
  ],
  deliveryRecovery: [
    'delivery-recovery',
    '<recovery>',
    'A recovery: the repeated delivery of all events since a time that a webhook never accepted.',
  ],
  retention: [
    'retention',
    '<account>',
    'The times before which records are deleted, and what was said is destroyed.',
  ],
  providerEvent: [
    'provider-event',
    '<connection>.<yyyymmdd>',
    'The journal of what providers posted, exactly as received.',
  ],
  providerPost: [
    'provider-event',
    '<yyyymmdd>',
    'The journal of posted bytes that no single record holds.',
  ],
}

/** Every category that facts are written to, in reading order. */
export const CATEGORIES: readonly DescribedCategory[] = Object.entries(DESCRIBED).map(
  ([name, [folder, id, about]]) => ({ name, folder, id, about }),
)

/** Facts in another category than the first of their folder. */
const ELSEWHERE: Readonly<Record<string, string>> = { ProviderPostReceived: 'providerPost' }

/** The category a fact of a folder is written to. @throws when the folder has no category */
export function categoryOf(folder: string, fact: string): DescribedCategory {
  const known = CATEGORIES.find(({ name, folder: its }) =>
    ELSEWHERE[fact] === undefined ? its === folder : name === ELSEWHERE[fact],
  )
  if (known === undefined)
    throw new Error(`add a category for domain/${folder} to build/docs/categories.ts`)
  return known
}
