import { type FactSentences, quote } from '../fact-sentences.ts'
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
  requested: 'on request',
  gone: 'it answered 410',
  failing: 'it kept failing',
  exhausted: 'no attempts left',
  skipped: 'paused too long',
}
const word = (one: string | undefined) => WORDS[one ?? ''] ?? one ?? ''

export const sentences: { readonly sentences: FactSentences } = {
  sentences: {
    AccountOpened: () => 'The account was opened',
    PlanChanged: ({ plan }) => `The plan changed${plan === undefined ? '' : ` to ${plan}`}`,
    AccountErased: () => 'The account was erased',
    ApiKeyIssued: ({ name }) => `An API key was created${quote(name)}`,
    ApiKeyRevoked: () => 'An API key was revoked',
    ApiKeyRevealed: () => 'An API key was viewed',
    CallReceived: () => 'A person called',
    NumberClaimed: () => 'A number was claimed for this account',
    NumberReleased: () => 'A number was released',
    ConnectionRegistered: ({ phone_number }) => `A number was added${quote(phone_number)}`,
    ConnectionCredentialsReplaced: () => 'The credentials of a number were replaced',
    ConnectionNumberLearned: ({ phone_number }) =>
      `A connection learned its number${quote(phone_number)}`,
    ConnectionStatusChanged: ({ status, previous_status }) =>
      `A number went from ${state(previous_status)} to ${state(status)}`,
    ConnectionNoticed: ({ kind }) => `WhatsApp sent a notice about a number (${kind ?? ''})`,
    ConnectionThroughputChanged: ({ messages_per_second }) =>
      `A number may now send ${messages_per_second ?? ''} messages a second`,
    ConnectionMoved: () => 'A number moved to another gateway and must be paired again',
    HistoryProgressed: ({ progress }) =>
      `The history of a number was transferred (${progress ?? 0}%)`,
    HistoryDeclined: () => 'The business does not share the history of a number',
    MessageImported: ({ intent }) => `A message of the history was recorded${quote(intent?.text)}`,
    ImportedMediaReceived: () => 'A file of the history was recorded',
    FormerSessionEnded: () => 'The session that a number left at its earlier gateway was ended',
    GatewayRegistered: () => 'A gateway was registered',
    GatewayChanged: () => 'A gateway was changed',
    GatewayRemoved: () => 'A gateway was removed',
    GatewayStatusChanged: ({ status }) =>
      status === 'answering' ? 'A gateway answers again' : 'A gateway does not answer any more',
    BusinessProfileChanged: () => 'A business profile was changed',
    IdentityClaimed: ({ kind }) => `An identity was linked to a contact (${word(kind)})`,
    IdentityReleased: ({ kind }) => `An identity was released (${word(kind)})`,
    IdentityReplaced: ({ kind }) => `A person’s identity changed (${word(kind)})`,
    ContactCreated: () => 'A contact was added',
    ContactRenamed: ({ name }) => `A contact was named${quote(name)}`,
    ContactIdentityLinked: ({ kind, value }) => `A contact gained a ${word(kind)}${quote(value)}`,
    ContactIdentityUnlinked: ({ kind, value }) => `A contact lost a ${word(kind)}${quote(value)}`,
    ContactIdentityConflict: ({ value }) => `An identity matches two contacts${quote(value)}`,
    ContactMerged: () => 'Two contacts were merged',
    ContactUnmerged: () => 'Two contacts were separated again',
    ContactMovedToStage: () => 'A contact was moved to a stage',
    ContactReturnedToAutomaticStage: () => 'A contact returned to its automatic stage',
    ContactSessionRecorded: ({ channel }) => `A contact came from a channel${quote(channel)}`,
    ContactMarketingPreferenceChanged: ({ opted_out }) =>
      opted_out ? 'A person opted out of marketing' : 'A person opted back in to marketing',
    ContactRestrictionChanged: ({ restricted }) =>
      restricted ? 'A contact was restricted' : 'A contact is no longer restricted',
    ContactErased: () => 'A person was erased',
    PersonalDataFound: ({ ids }) => `Found of an erased person: ${ids?.length ?? 0} records`,
    PersonalDataListed: () => 'Everything of an erased person was found',
    PersonalDataArrived: () => 'Something about an erased person came late',
    PersonErased: () => 'What was held on an erased person cannot be read any more',
    AccountKeysDestroyed: () => 'The erased account cannot be read any more',
    UserKeysDestroyed: () => 'An erased user cannot be read any more',
    ConversationOpened: () => 'A conversation began',
    ConversationStatusChanged: ({ status }) => `A conversation is ${status ?? 'changed'}`,
    ConversationTagged: ({ tags }) => `A conversation was tagged${quote(tags?.join(', '))}`,
    ConversationAssigned: ({ assignee_name }) =>
      `A conversation was assigned${quote(assignee_name)}`,
    InternalNoteChanged: ({ internal_note }) => `A note was changed${quote(internal_note)}`,
    RecoveryRequested: () => 'A recovery of undelivered events was requested',
    RecoveryAdvanced: ({ found }) =>
      `A recovery of undelivered events continues (${found ?? 0} found)`,
    RecoveryCompleted: ({ enqueued }) =>
      `A recovery of undelivered events finished (${enqueued ?? 0} created)`,
    StageAdded: ({ name }) => `A stage was added${quote(name)}`,
    StageRenamed: ({ name }) => `A stage was renamed${quote(name)}`,
    StageRecoloured: () => 'A stage was recoloured',
    StageMoved: () => 'A stage was moved',
    StageRemoved: () => 'A stage was removed',
    MediaUploaded: ({ mime_type }) => `A file was uploaded (${mime_type ?? ''})`,
    MediaReceived: ({ mime_type }) => `A file was received (${mime_type ?? ''})`,
    MediaDeleted: () => 'A file was deleted',
    MediaStored: () => 'A copy of a file was stored',
    StoredMediaExpired: () => 'The stored copy of a file has expired',
    MessageSendRequested: ({ text }) => `A send was recorded${quote(text)}`,
    MessageSendDeferred: () => 'The send is waiting',
    MessageSendAttempted: ({ attempt }) => `Send attempt ${attempt ?? ''} began`,
    MessageSent: () => 'WhatsApp accepted the message',
    MessageSendRefused: ({ error }) => `WhatsApp refused the message${quote(error?.title)}`,
    MessageSendUnresolved: () => 'It is not yet known whether the message was sent',
    MessageSendGivenUp: ({ error }) => `The send was given up${quote(error?.title)}`,
    MessageSendReleased: () => 'An operator released a send from before a restore',
    MessageReceived: ({ intent }) => `A person wrote${quote(intent?.text)}`,
    MessageSentElsewhere: ({ intent }) =>
      `A message was sent from the phone or another tool${quote(intent?.text)}`,
    MessageEdited: ({ intent }) => `A person edited a message${quote(intent?.text)}`,
    MessageRevoked: () => 'A person deleted a message',
    MessageRetranslated: ({ intent }) =>
      `A newer translation changed the reading of a message${quote(intent?.text)}`,
    MessageContentReceived: ({ intent }) =>
      `The content of a message arrived${quote(intent?.text)}`,
    MessageMarkedRead: () => 'A message was marked as read',
    ProviderEventReceived: ({ event }) => `The provider sent an event${quote(event)}`,
    ProviderEventReduced: () => 'An erased person: the event keeps the others',
    ProviderPayloadReceived: ({ part, parts }) =>
      `A large request of the provider was stored (part ${part ?? ''} of ${parts ?? ''})`,
    ProviderPostReceived: () => 'A request of the provider was stored',
    MessageStatusReported: ({ intent }) => `Message status: ${state(intent?.status)}`,
    RetentionApplied: ({ category, before }) =>
      `Older records were removed: ${category ?? ''} before ${before ?? ''}`,
    MessagesExpired: ({ before }) => `What was said has expired: before ${before ?? ''}`,
    SealBegun: () => 'Log: sealed from now on',
    SealKeyChanged: () => 'Log: another key from now on',
    LeavesSealed: () => 'Log: sealed',
    CheckpointSigned: () => 'Log: checkpoint signed',
    CheckpointRequested: () => 'Log: checkpoint requested',
    CheckpointCosigned: () => 'Log: checkpoint signed by witnesses',
    LogSealed: () => 'Log: sealed',
    SaleRecorded: ({ gross_cents, currency }) =>
      `A sale was reported${money(gross_cents, currency)}`,
    SalePaid: ({ gross_cents, currency }) => `A sale was paid${money(gross_cents, currency)}`,
    SaleRefunded: ({ gross_cents, currency }) =>
      `A sale was refunded${money(gross_cents, currency)}`,
    SaleChargedBack: ({ gross_cents, currency }) =>
      `A sale was charged back${money(gross_cents, currency)}`,
    SaleAmended: () => 'A sale was reported again, with other details',
    SaleAttributed: () => 'A sale was attributed to a conversation',
    TemplateSynced: ({ name, language }) =>
      `A template was synced: ${name ?? ''} (${language ?? ''})`,
    TemplateStatusChanged: ({ provider_status }) => `A template is ${provider_status ?? 'changed'}`,
    TemplateRemoved: () => 'A template was removed',
    EmailClaimed: () => 'An e-mail address was claimed for a user',
    EmailReleased: () => 'An e-mail address was released',
    UserSignedIn: () => 'A user signed in',
    UserAdded: ({ role }) => `A user was invited as ${role ?? ''}`,
    UserSetupIssued: () => 'A password link was created',
    UserPasswordSet: () => 'A user set a password',
    UserRoleChanged: ({ role }) => `A user’s role changed to ${role ?? ''}`,
    UserRemoved: () => 'A user was removed',
    UserErased: () => 'A user was erased',
    WebhookConfigured: ({ url }) => `A webhook was set${quote(url)}`,
    WebhookDeactivated: ({ reason }) => `A webhook is off (${word(reason)})`,
    WebhookFailureNoticed: () => 'A webhook has failed for an hour',
    WebhookSecretRotated: () => 'The secret of a webhook was replaced',
    DeliveryAttempted: ({ outcome, http_status, error, attempt }) =>
      `Delivery to your webhook: ${http_status ?? error ?? outcome ?? ''} (attempt ${attempt ?? ''})`,
    DeliveryGivenUp: ({ reason }) => `A delivery was given up (${word(reason)})`,
    RedeliveryRequested: () => 'A redelivery was requested',
    TestDeliveryRequested: ({ event }) => `A test was requested${quote(event)}`,
    DeliveryRecovered: () => 'An undelivered event was delivered again',
  },
}
