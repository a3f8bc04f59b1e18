/** What decisions are about; each has one aggregate, whose streams are named `category-id`. */
export const AGGREGATE_CATEGORIES = [
  'account',
  'apiKey',
  'call',
  'connection',
  'connectionNumber',
  'contact',
  'contactIdentity',
  'conversation',
  'deliveryRecovery',
  'erasure',
  'funnel',
  'gateway',
  'importedMessage',
  'media',
  'message',
  'providerMessage',
  'retention',
  'sale',
  'seal',
  'template',
  'user',
  'userEmail',
  'userSession',
  'webhook',
] as const

/** Journals: one stream a day, appended to without an expected revision. */
export const JOURNAL_CATEGORIES = ['providerEvent', 'providerPost', 'webhookDelivery'] as const

export type AggregateCategory = (typeof AGGREGATE_CATEGORIES)[number]
export type JournalCategory = (typeof JOURNAL_CATEGORIES)[number]

/** What facts are about: the part of a stream's name before the first dash. */
export type Category = AggregateCategory | JournalCategory

/** All except `providerPost`: its bytes are those of raw events, which show them. */
export type ShownCategory = Exclude<Category, 'providerPost'>
