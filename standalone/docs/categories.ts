/** What a category of streams is about, for readers of docs/events.md. */
export type Category = {
  /** The part of a stream's name before the dash. */
  readonly name: string
  /** Its folder of the domain. */
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
  category('apiKey', 'api-key', '<key>', 'The keys that programs of an account call with.'),
  category('user', 'user', '<account>', 'Who may come to the dashboard of an account.'),
  category(
    'userEmail',
    'user-email',
    '<uuid of the address>',
    'Which user an e-mail address names: one at a time.',
  ),
  category('userSession', 'user-session', '<session>', 'A user worked with the dashboard.'),
  category('connection', 'connection', '<connection>', 'A WhatsApp number of an account.'),
  category(
    'connectionNumber',
    'connection-number',
    '<uuid of provider + number>',
    'Which connection a number of a provider serves: one at a time.',
  ),
  category('contact', 'contact', '<contact>', 'A person an account talks with.'),
  category(
    'contactIdentity',
    'contact-identity',
    '<uuid of account + kind + match key>',
    'Which contact a phone, a username or another identity names: one at a time.',
  ),
  category('conversation', 'conversation', '<conversation>', 'A person and a number talk.'),
  category('message', 'message', '<message>', 'One message, sent or received.'),
  category(
    'providerMessage',
    'provider-message',
    '<uuid of connection + provider message id>',
    'What a provider tells of a message on its way.',
  ),
  category('call', 'call', '<call>', 'A person called the business.'),
  category('media', 'media', '<medium>', 'A file that was uploaded, or came in a message.'),
  category('template', 'template', '<template>', 'A template as the provider lists it.'),
  category('funnel', 'funnel', '<account>', 'The stages of an account, in order.'),
  category('sale', 'sale', '<sale>', 'A sale that a shop told of.'),
  category('webhook', 'webhook', '<connection>', 'Where events of a connection are posted to.'),
  category(
    'webhookDelivery',
    'webhook-delivery',
    '<connection>.<yyyymmdd>',
    'The journal of POSTs to webhooks. Duplicates may stand in it. What a recovery asked for stands in `webhookDelivery-<connection>.<recovery>`, which is kept.',
  ),
  category(
    'deliveryRecovery',
    'delivery-recovery',
    '<recovery>',
    'Everything since a time that a webhook never took is delivered again.',
  ),
  category(
    'retention',
    'retention',
    '<account>',
    'What was recorded before a time is kept no longer.',
  ),
  category(
    'providerEvent',
    'provider-event',
    '<connection>.<yyyymmdd>',
    'The journal of what providers posted, as it came.',
  ),
  category(
    'providerPost',
    'provider-event',
    '<yyyymmdd>',
    'The journal of posted bytes that no single record holds.',
  ),
]

/** Facts that stand in another category than the first of their folder. */
const ELSEWHERE: Readonly<Record<string, string>> = { ProviderPostReceived: 'providerPost' }

/** The category a fact of a folder is written to. @throws when nothing is said of the folder here */
export function categoryOf(folder: string, fact: string): Category {
  const known = CATEGORIES.find(({ name, folder: its }) =>
    ELSEWHERE[fact] === undefined ? its === folder : name === ELSEWHERE[fact],
  )
  if (known === undefined)
    throw new Error(`say in standalone/docs/categories.ts what domain/${folder} is about`)
  return known
}
