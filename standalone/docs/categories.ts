/** A category of streams, as docs/events.md describes it. */
export type Category = {
  /** The part of a stream's name before the dash. */
  readonly name: string
  readonly folder: string
  /** The rest of a stream's name. */
  readonly id: string
  readonly about: string
}

const category = (name: string, folder: string, id: string, about: string): Category => ({
  name,
  folder,
  id,
  about,
})

/** Every category that facts are written to, in reading order. */
export const CATEGORIES: readonly Category[] = [
  category('account', 'account', '<account>', 'A customer of ours and its plan.'),
  category(
    'apiKey',
    'api-key',
    '<key>',
    'The keys with which programs of an account call the API.',
  ),
  category('user', 'user', '<account>', 'The users of the dashboard of an account.'),
  category(
    'userEmail',
    'user-email',
    '<uuid of the address>',
    'The user that an e-mail address names: one at a time.',
  ),
  category('userSession', 'user-session', '<session>', 'A session of a user in the dashboard.'),
  category('connection', 'connection', '<connection>', 'A WhatsApp number of an account.'),
  category(
    'connectionNumber',
    'connection-number',
    '<uuid of provider + number>',
    'The connection that a number of a provider serves: one at a time.',
  ),
  category('contact', 'contact', '<contact>', 'A person an account talks with.'),
  category(
    'contactIdentity',
    'contact-identity',
    '<uuid of account + kind + match key>',
    'The contact that a phone, a username or another identity names: one at a time.',
  ),
  category(
    'conversation',
    'conversation',
    '<conversation>',
    'A conversation of a person and a number.',
  ),
  category('message', 'message', '<message>', 'One message, sent or received.'),
  category(
    'providerMessage',
    'provider-message',
    '<uuid of connection + provider message id>',
    'The statuses that a provider reports of a message.',
  ),
  category('call', 'call', '<call>', 'A person called the business.'),
  category('media', 'media', '<medium>', 'A file that was uploaded, or came in a message.'),
  category('template', 'template', '<template>', 'A template as the provider lists it.'),
  category('funnel', 'funnel', '<account>', 'The stages of an account, in order.'),
  category('sale', 'sale', '<sale>', 'A sale that a shop reported.'),
  category(
    'webhook',
    'webhook',
    '<connection>',
    'The endpoint that events of a connection are posted to.',
  ),
  category(
    'webhookDelivery',
    'webhook-delivery',
    '<connection>.<yyyymmdd>',
    'The journal of POSTs to webhooks, which may hold duplicates. Deliveries requested by a recovery are in `webhookDelivery-<connection>.<recovery>`, which is kept.',
  ),
  category(
    'deliveryRecovery',
    'delivery-recovery',
    '<recovery>',
    'The repeated delivery of every event since a time that a webhook never accepted.',
  ),
  category('retention', 'retention', '<account>', 'Records from before a time are no longer kept.'),
  category(
    'providerEvent',
    'provider-event',
    '<connection>.<yyyymmdd>',
    'The journal of what providers posted, exactly as received.',
  ),
  category(
    'providerPost',
    'provider-event',
    '<yyyymmdd>',
    'The journal of posted bytes that no single record holds.',
  ),
]

/** Facts in another category than the first of their folder. */
const ELSEWHERE: Readonly<Record<string, string>> = { ProviderPostReceived: 'providerPost' }

/** The category a fact of a folder is written to. @throws when the folder has no category */
export function categoryOf(folder: string, fact: string): Category {
  const known = CATEGORIES.find(({ name, folder: its }) =>
    ELSEWHERE[fact] === undefined ? its === folder : name === ELSEWHERE[fact],
  )
  if (known === undefined)
    throw new Error(`add a category for domain/${folder} to standalone/docs/categories.ts`)
  return known
}
