import type { Texts } from '../en.ts'
import { quoted } from '../fact-sentences.ts'
import { moneyOf } from '../money.ts'
import { account } from './account.ts'
import { conversations } from './conversations.ts'
import { messages } from './messages.ts'

const STATES: Readonly<Record<string, string>> = conversations.conversations.states
const statuses: Readonly<Record<string, string>> = messages.statuses
const state = (status: string | undefined) => (statuses[status ?? ''] ?? status ?? '').toLowerCase()
const money = (units: number | undefined, currency: string | undefined) =>
  units === undefined ? '' : ` (${moneyOf(units, currency ?? '')})`

const WORDS: Readonly<Record<string, string>> = {
  phone: 'telefone',
  username: 'nome de usuário',
  wa_id: 'número de WhatsApp',
  business_scoped_user_id: 'id de usuário do WhatsApp',
  parent_business_scoped_user_id: 'id principal de usuário do WhatsApp',
  lid: 'id oculto',
  requested: 'alguém pediu',
  gone: 'ele respondeu 410',
  failing: 'ele continuou falhando',
  exhausted: 'não restam tentativas',
  skipped: 'foi deixada de fora',
  quality: 'qualidade',
  name: 'nome',
  account: 'conta',
  review: 'análise',
  capability: 'capacidade',
}
const roles: Readonly<Record<string, string>> = account.roles
const roleOf = (role: string | undefined) => (roles[role ?? ''] ?? role ?? '').toLowerCase()
const word = (one: string | undefined) => WORDS[one ?? ''] ?? one ?? ''

export const sentences: Pick<Texts, 'sentences'> = {
  sentences: {
    AccountOpened: () => 'A conta foi aberta',
    PlanChanged: ({ plan }) => `O plano agora é ${plan ?? 'outro'}`,
    ApiKeyIssued: ({ name }) => `Uma chave de API foi criada${quoted(name)}`,
    ApiKeyRevoked: () => 'Uma chave de API foi revogada',
    ApiKeyRevealed: () => 'Alguém viu uma chave de API',
    CallReceived: () => 'Uma pessoa ligou',
    NumberClaimed: () => 'Um número foi vinculado a esta conta',
    NumberReleased: () => 'Um número foi liberado',
    ConnectionRegistered: ({ phone_number }) => `Um número foi adicionado${quoted(phone_number)}`,
    ConnectionCredentialsReplaced: () => 'Um número recebeu novas credenciais',
    ConnectionNumberLearned: ({ phone_number }) =>
      `Uma conexão soube o seu número${quoted(phone_number)}`,
    ConnectionStatusChanged: ({ status, previous_status }) =>
      `Um número foi de ${state(previous_status)} para ${state(status)}`,
    ConnectionNoticed: ({ kind }) => `O WhatsApp enviou um aviso sobre um número (${word(kind)})`,
    BusinessProfileChanged: () => 'Um perfil comercial foi alterado',
    IdentityClaimed: ({ kind }) => `Uma identidade agora indica um contato (${word(kind)})`,
    IdentityReleased: ({ kind }) => `Uma identidade já não indica o contato (${word(kind)})`,
    IdentityReplaced: ({ kind }) => `Uma pessoa agora usa outra identidade (${word(kind)})`,
    ContactCreated: () => 'Um contato foi adicionado',
    ContactRenamed: ({ name }) => `Um contato tem nome${quoted(name)}`,
    ContactIdentityLinked: ({ kind, value }) => `Um contato tem ${word(kind)}${quoted(value)}`,
    ContactIdentityUnlinked: ({ kind, value }) => `Um contato perdeu ${word(kind)}${quoted(value)}`,
    ContactIdentityConflict: ({ value }) => `Uma identidade serve a dois contatos${quoted(value)}`,
    ContactMerged: () => 'Dois contatos viraram um',
    ContactUnmerged: () => 'Dois contatos foram separados de novo',
    ContactMovedToStage: () => 'Um contato foi movido para uma etapa',
    ContactReturnedToAutomaticStage: () => 'Um contato voltou à etapa que decorre dos fatos',
    ContactSessionRecorded: ({ channel }) => `Um contato veio por um canal${quoted(channel)}`,
    ContactMarketingPreferenceChanged: ({ opted_out }) =>
      opted_out ? 'Uma pessoa não quer marketing' : 'Uma pessoa aceita marketing de novo',
    ConversationOpened: () => 'Uma conversa começou',
    ConversationStatusChanged: ({ status }) =>
      `A situação de uma conversa é ${STATES[status ?? ''] ?? status ?? 'outra'}`,
    ConversationTagged: ({ tags }) => `Uma conversa tem etiquetas${quoted(tags?.join(', '))}`,
    ConversationAssigned: ({ assignee_name }) =>
      `Uma conversa foi atribuída${quoted(assignee_name)}`,
    InternalNoteChanged: ({ internal_note }) => `Uma nota foi alterada${quoted(internal_note)}`,
    RecoveryRequested: () => 'Alguém pediu todas as entregas que nunca chegaram',
    RecoveryAdvanced: ({ found }) => `Uma recuperação de entregas avança (${found ?? 0} achadas)`,
    RecoveryCompleted: ({ enqueued }) =>
      `Uma recuperação de entregas terminou (${enqueued ?? 0} feitas)`,
    StageAdded: ({ name }) => `Uma etapa foi adicionada${quoted(name)}`,
    StageRenamed: ({ name }) => `Uma etapa tem outro nome${quoted(name)}`,
    StageRecoloured: () => 'Uma etapa tem outra cor',
    StageMoved: () => 'Uma etapa foi movida',
    StageRemoved: () => 'Uma etapa foi removida',
    MediaUploaded: ({ mime_type }) => `Um arquivo foi enviado (${mime_type ?? ''})`,
    MediaReceived: ({ mime_type }) => `Um arquivo chegou (${mime_type ?? ''})`,
    MediaDeleted: () => 'Um arquivo foi apagado',
    MessageSendRequested: ({ text }) => `Um envio foi registrado${quoted(text)}`,
    MessageSendDeferred: () => 'O envio espera',
    MessageSendAttempted: ({ attempt }) => `A tentativa ${attempt ?? ''} do envio começou`,
    MessageSent: () => 'O WhatsApp aceitou a mensagem',
    MessageSendRefused: ({ error }) => `O WhatsApp recusou a mensagem${quoted(error?.title)}`,
    MessageSendUnresolved: () => 'Ainda não se sabe se a mensagem saiu',
    MessageSendGivenUp: ({ error }) => `O envio foi abandonado${quoted(error?.title)}`,
    MessageSendReleased: () => 'Um operador liberou um envio de antes de uma restauração',
    MessageReceived: ({ intent }) => `Uma pessoa escreveu${quoted(intent?.text)}`,
    MessageSentElsewhere: ({ intent }) =>
      `Uma mensagem foi escrita no telefone ou em outra ferramenta${quoted(intent?.text)}`,
    MessageEdited: ({ intent }) => `Uma pessoa editou uma mensagem${quoted(intent?.text)}`,
    MessageRevoked: () => 'Uma pessoa apagou uma mensagem',
    MessageRetranslated: ({ intent }) =>
      `Uma tradução mais nova lê uma mensagem de outro modo${quoted(intent?.text)}`,
    MessageContentReceived: ({ intent }) =>
      `O conteúdo de uma mensagem chegou${quoted(intent?.text)}`,
    MessageMarkedRead: () => 'Uma mensagem foi marcada como lida',
    ProviderEventReceived: ({ event }) => `O provedor postou${quoted(event)}`,
    ProviderPayloadReceived: ({ part, parts }) =>
      `Um post longo do provedor foi guardado (${part ?? ''} de ${parts ?? ''})`,
    ProviderPostReceived: () => 'Um post do provedor foi guardado inteiro',
    MessageStatusReported: ({ intent }) => `Situação de uma mensagem: ${state(intent?.status)}`,
    RetentionApplied: ({ category, before }) =>
      `O mais antigo não é mais guardado: ${category ?? ''} antes de ${before ?? ''}`,
    SaleRecorded: ({ gross_cents, currency }) =>
      `Uma venda foi informada${money(gross_cents, currency)}`,
    SalePaid: ({ gross_cents, currency }) => `Uma venda foi paga${money(gross_cents, currency)}`,
    SaleRefunded: ({ gross_cents, currency }) =>
      `Uma venda foi reembolsada${money(gross_cents, currency)}`,
    SaleChargedBack: ({ gross_cents, currency }) =>
      `Uma venda foi contestada${money(gross_cents, currency)}`,
    SaleAmended: () => 'Uma venda foi informada de novo, com outros detalhes',
    SaleAttributed: () => 'Uma venda agora pertence a uma conversa',
    TemplateSynced: ({ name, language }) => `Um modelo foi lido: ${name ?? ''} (${language ?? ''})`,
    TemplateStatusChanged: ({ provider_status }) =>
      `A situação de um modelo é ${provider_status ?? 'outra'}`,
    TemplateRemoved: () => 'Um modelo foi removido',
    EmailClaimed: () => 'Um e-mail foi vinculado a um usuário',
    EmailReleased: () => 'Um e-mail está livre de novo',
    UserSignedIn: () => 'Um usuário entrou',
    UserAdded: ({ role }) => `Um usuário foi convidado como ${roleOf(role)}`,
    UserSetupIssued: () => 'Um link para definir a senha foi criado',
    UserPasswordSet: () => 'Um usuário definiu a senha',
    UserRoleChanged: ({ role }) => `Um usuário agora é ${roleOf(role)}`,
    UserRemoved: () => 'Um usuário foi removido',
    WebhookConfigured: ({ url }) => `Um webhook foi definido${quoted(url)}`,
    WebhookDeactivated: ({ reason }) => `Um webhook está desligado (${word(reason)})`,
    WebhookSecretRotated: () => 'Um webhook tem outro segredo',
    DeliveryAttempted: ({ outcome, http_status, error, attempt }) =>
      `Enviado ao seu webhook: ${http_status ?? error ?? outcome ?? ''} (tentativa ${attempt ?? ''})`,
    DeliveryGivenUp: ({ reason }) => `Uma entrega foi abandonada (${word(reason)})`,
    RedeliveryRequested: () => 'Alguém pediu uma entrega de novo',
    TestDeliveryRequested: ({ event }) => `Um teste foi pedido${quoted(event)}`,
    DeliveryRecovered: () => 'Uma entrega que nunca chegou foi feita de novo',
  },
}
