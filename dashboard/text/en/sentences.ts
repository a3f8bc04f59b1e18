import { type FactSentences, quoted } from '../fact-sentences.ts'
import { moneyOf } from '../money.ts'
import { messages } from './messages.ts'

const statuses: Readonly<Record<string, string>> = messages.statuses
const state = (status: string | undefined) => (statuses[status ?? ''] ?? status ?? '').toLowerCase()
const money = (units: number | undefined, currency: string | undefined) =>
  units === undefined ? '' : ` (${moneyOf(units, currency ?? '')})`

/** Words for constants in facts. */
const WORDS: Readonly<Record<string, string>> = {
  phone: 'phone',
  wa_id: 'WhatsApp number',
  business_scoped_user_id: 'WhatsApp user id',
  parent_business_scoped_user_id: 'parent WhatsApp user id',
  lid: 'hidden id',
  requested: 'somebody asked for it',
  gone: 'it answered 410',
  failing: 'it kept failing',
  exhausted: 'no try is left',
  skipped: 'it was left out',
}
const word = (one: string | undefined) => WORDS[one ?? ''] ?? one ?? ''

export const sentences: { readonly sentences: FactSentences } = {
  sentences: {
    AccountOpened: () => 'The account was opened',
    PlanChanged: ({ plan }) => `The plan is ${plan ?? 'another one'} now`,
    ApiKeyIssued: ({ name }) => `An API key was created${quoted(name)}`,
    ApiKeyRevoked: () => 'An API key was revoked',
    ApiKeyRevealed: () => 'Somebody looked at an API key',
    CallReceived: () => 'A person called',
    NumberClaimed: () => 'A number was claimed for this account',
    NumberReleased: () => 'A number was released',
    ConnectionRegistered: ({ phone_number }) => `A number was added${quoted(phone_number)}`,
    ConnectionCredentialsReplaced: () => 'A number got new credentials',
    ConnectionNumberLearned: ({ phone_number }) =>
      `A connection learned its number${quoted(phone_number)}`,
    ConnectionStatusChanged: ({ status, previous_status }) =>
      `A number went from ${state(previous_status)} to ${state(status)}`,
    ConnectionNoticed: ({ kind }) => `WhatsApp sent a notice about a number (${kind ?? ''})`,
    BusinessProfileChanged: () => 'A business profile was changed',
    IdentityClaimed: ({ kind }) => `An identity now names a contact (${word(kind)})`,
    IdentityReleased: ({ kind }) => `An identity no longer names its contact (${word(kind)})`,
    IdentityReplaced: ({ kind }) => `A person goes by another identity now (${word(kind)})`,
    ContactCreated: () => 'A contact was added',
    ContactRenamed: ({ name }) => `A contact has a name${quoted(name)}`,
    ContactIdentityLinked: ({ kind, value }) => `A contact has a ${word(kind)}${quoted(value)}`,
    ContactIdentityUnlinked: ({ kind, value }) =>
      `A contact has lost a ${word(kind)}${quoted(value)}`,
    ContactIdentityConflict: ({ value }) => `An identity fits two contacts${quoted(value)}`,
    ContactMerged: () => 'Two contacts became one',
    ContactUnmerged: () => 'Two contacts were separated again',
    ContactMovedToStage: () => 'A contact was moved to a stage',
    ContactReturnedToAutomaticStage: () =>
      'A contact is back on the stage that follows from the facts',
    ContactSessionRecorded: ({ channel }) => `A contact came by a channel${quoted(channel)}`,
    ContactMarketingPreferenceChanged: ({ opted_out }) =>
      opted_out ? 'A person wants no marketing' : 'A person accepts marketing again',
    ConversationOpened: () => 'A conversation began',
    ConversationStatusChanged: ({ status }) => `A conversation is ${status ?? 'changed'}`,
    ConversationTagged: ({ tags }) => `A conversation has tags${quoted(tags?.join(', '))}`,
    ConversationAssigned: ({ assignee_name }) =>
      `A conversation was assigned${quoted(assignee_name)}`,
    InternalNoteChanged: ({ internal_note }) => `A note was changed${quoted(internal_note)}`,
    RecoveryRequested: () => 'Somebody asked for all deliveries that never came',
    RecoveryAdvanced: ({ found }) => `A recovery of deliveries goes on (${found ?? 0} found)`,
    RecoveryCompleted: ({ enqueued }) => `A recovery of deliveries is done (${enqueued ?? 0} made)`,
    StageAdded: ({ name }) => `A stage was added${quoted(name)}`,
    StageRenamed: ({ name }) => `A stage has another name${quoted(name)}`,
    StageRecoloured: () => 'A stage has another colour',
    StageMoved: () => 'A stage was moved',
    StageRemoved: () => 'A stage was removed',
    MediaUploaded: ({ mime_type }) => `A file was uploaded (${mime_type ?? ''})`,
    MediaReceived: ({ mime_type }) => `A file came in (${mime_type ?? ''})`,
    MediaDeleted: () => 'A file was deleted',
    MessageSendRequested: ({ text }) => `A send was recorded${quoted(text)}`,
    MessageSendDeferred: () => 'The send waits',
    MessageSendAttempted: ({ attempt }) => `Try ${attempt ?? ''} of the send began`,
    MessageSent: () => 'WhatsApp took the message',
    MessageSendRefused: ({ error }) => `WhatsApp refused the message${quoted(error?.title)}`,
    MessageSendUnresolved: () => 'It is not known yet whether the message went out',
    MessageSendGivenUp: ({ error }) => `The send was given up${quoted(error?.title)}`,
    MessageSendReleased: () => 'An operator let a send of before a restore go on',
    MessageReceived: ({ intent }) => `A person wrote${quoted(intent?.text)}`,
    MessageSentElsewhere: ({ intent }) =>
      `A message was written on the phone or in another tool${quoted(intent?.text)}`,
    MessageEdited: ({ intent }) => `A person edited a message${quoted(intent?.text)}`,
    MessageRevoked: () => 'A person withdrew a message',
    MessageRetranslated: ({ intent }) =>
      `A newer translation reads a message differently${quoted(intent?.text)}`,
    MessageContentReceived: ({ intent }) =>
      `The content of a message arrived${quoted(intent?.text)}`,
    MessageMarkedRead: () => 'A message was marked as read',
    ProviderEventReceived: ({ event }) => `The provider posted${quoted(event)}`,
    ProviderPayloadReceived: ({ part, parts }) =>
      `A long post of the provider was kept (${part ?? ''} of ${parts ?? ''})`,
    ProviderPostReceived: () => 'A post of the provider was kept whole',
    MessageStatusReported: ({ intent }) => `The status of a message: ${state(intent?.status)}`,
    RetentionApplied: ({ category, before }) =>
      `Older records are no longer kept: ${category ?? ''} before ${before ?? ''}`,
    SaleRecorded: ({ gross_cents, currency }) =>
      `A sale was reported${money(gross_cents, currency)}`,
    SalePaid: ({ gross_cents, currency }) => `A sale was paid${money(gross_cents, currency)}`,
    SaleRefunded: ({ gross_cents, currency }) =>
      `A sale was refunded${money(gross_cents, currency)}`,
    SaleChargedBack: ({ gross_cents, currency }) =>
      `A sale was charged back${money(gross_cents, currency)}`,
    SaleAmended: () => 'A sale was reported again, with other details',
    SaleAttributed: () => 'A sale now belongs to a conversation',
    TemplateSynced: ({ name, language }) =>
      `A template was read: ${name ?? ''} (${language ?? ''})`,
    TemplateStatusChanged: ({ provider_status }) => `A template is ${provider_status ?? 'changed'}`,
    TemplateRemoved: () => 'A template was removed',
    EmailClaimed: () => 'An e-mail address was claimed for a user',
    EmailReleased: () => 'An e-mail address is free again',
    UserSignedIn: () => 'A user signed in',
    UserAdded: ({ role }) => `A user was invited as ${role ?? ''}`,
    UserSetupIssued: () => 'A link for a password was made',
    UserPasswordSet: () => 'A user set a password',
    UserRoleChanged: ({ role }) => `A user is ${role ?? ''} now`,
    UserRemoved: () => 'A user was removed',
    WebhookConfigured: ({ url }) => `A webhook was set${quoted(url)}`,
    WebhookDeactivated: ({ reason }) => `A webhook is off (${word(reason)})`,
    WebhookSecretRotated: () => 'A webhook has another secret',
    DeliveryAttempted: ({ outcome, http_status, error, attempt }) =>
      `Your webhook was posted to: ${http_status ?? error ?? outcome ?? ''} (try ${attempt ?? ''})`,
    DeliveryGivenUp: ({ reason }) => `A delivery was given up (${word(reason)})`,
    RedeliveryRequested: () => 'Somebody asked for a delivery again',
    TestDeliveryRequested: ({ event }) => `A test was asked for${quoted(event)}`,
    DeliveryRecovered: () => 'A delivery that never came was made again',
  },
}
