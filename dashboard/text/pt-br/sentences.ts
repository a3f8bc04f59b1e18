import type { Texts } from '../en.ts'
import { quote } from '../fact-sentences.ts'
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
  requested: 'a pedido',
  gone: 'ele respondeu 410',
  failing: 'ele continuou falhando',
  exhausted: 'não restam tentativas',
  skipped: 'em pausa por tempo demais',
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
    AccountErased: () => 'A conta foi apagada',
    ApiKeyIssued: ({ name }) => `Uma chave de API foi criada${quote(name)}`,
    ApiKeyRevoked: () => 'Uma chave de API foi revogada',
    ApiKeyRevealed: () => 'Alguém viu uma chave de API',
    CallReceived: () => 'Uma pessoa ligou',
    NumberClaimed: () => 'Um número foi vinculado a esta conta',
    NumberReleased: () => 'Um número foi liberado',
    ConnectionRegistered: ({ phone_number }) => `Um número foi adicionado${quote(phone_number)}`,
    ConnectionCredentialsReplaced: () => 'Um número recebeu novas credenciais',
    ConnectionNumberLearned: ({ phone_number }) =>
      `Uma conexão soube o seu número${quote(phone_number)}`,
    ConnectionStatusChanged: ({ status, previous_status }) =>
      `Um número foi de ${state(previous_status)} para ${state(status)}`,
    ConnectionNoticed: ({ kind }) => `O WhatsApp enviou um aviso sobre um número (${word(kind)})`,
    ConnectionThroughputChanged: ({ messages_per_second }) =>
      `Um número pode enviar agora ${messages_per_second ?? ''} mensagens por segundo`,
    ConnectionMoved: () => 'Um número foi para outro gateway e precisa ser pareado de novo',
    HistoryProgressed: ({ progress }) =>
      `O histórico de um número foi transferido (${progress ?? 0}%)`,
    HistoryDeclined: () => 'A empresa não compartilha o histórico de um número',
    MessageImported: ({ intent }) =>
      `Uma mensagem do histórico foi registrada${quote(intent?.text)}`,
    ImportedMediaReceived: () => 'Um arquivo do histórico foi registrado',
    FormerSessionEnded: () => 'A sessão que um número deixou no gateway anterior foi encerrada',
    GatewayRegistered: () => 'Um gateway foi registrado',
    GatewayChanged: () => 'Um gateway foi alterado',
    GatewayRemoved: () => 'Um gateway foi removido',
    GatewayStatusChanged: ({ status }) =>
      status === 'answering' ? 'Um gateway voltou a responder' : 'Um gateway parou de responder',
    BusinessProfileChanged: () => 'Um perfil comercial foi alterado',
    IdentityClaimed: ({ kind }) => `Uma identidade foi vinculada a um contato (${word(kind)})`,
    IdentityReleased: ({ kind }) => `Uma identidade foi liberada (${word(kind)})`,
    IdentityReplaced: ({ kind }) => `A identidade de uma pessoa mudou (${word(kind)})`,
    ContactCreated: () => 'Um contato foi adicionado',
    ContactRenamed: ({ name }) => `Um contato recebeu um nome${quote(name)}`,
    ContactIdentityLinked: ({ kind, value }) => `Um contato ganhou ${word(kind)}${quote(value)}`,
    ContactIdentityUnlinked: ({ kind, value }) => `Um contato perdeu ${word(kind)}${quote(value)}`,
    ContactIdentityConflict: ({ value }) =>
      `Uma identidade corresponde a dois contatos${quote(value)}`,
    ContactMerged: () => 'Dois contatos foram unidos',
    ContactUnmerged: () => 'Dois contatos foram separados de novo',
    ContactMovedToStage: () => 'Um contato foi movido para uma etapa',
    ContactReturnedToAutomaticStage: () => 'Um contato voltou à etapa automática',
    ContactSessionRecorded: ({ channel }) => `Um contato veio por um canal${quote(channel)}`,
    ContactMarketingPreferenceChanged: ({ opted_out }) =>
      opted_out ? 'Uma pessoa não quer marketing' : 'Uma pessoa aceita marketing de novo',
    ContactRestrictionChanged: ({ restricted }) =>
      restricted ? 'Um contato foi bloqueado para envios' : 'Um contato voltou a receber envios',
    ContactErased: () => 'Uma pessoa foi apagada',
    PersonalDataFound: ({ ids }) => `De uma pessoa apagada: ${ids?.length ?? 0} registros`,
    PersonalDataListed: () => 'Tudo de uma pessoa apagada foi encontrado',
    PersonalDataArrived: () => 'Uma pessoa apagada: algo chegou atrasado',
    PersonErased: () => 'O que havia de uma pessoa apagada não pode mais ser lido',
    AccountKeysDestroyed: () => 'A conta apagada não pode mais ser lida',
    UserKeysDestroyed: () => 'Um usuário apagado não pode mais ser lido',
    ConversationOpened: () => 'Uma conversa começou',
    ConversationStatusChanged: ({ status }) =>
      `A situação de uma conversa é ${STATES[status ?? ''] ?? status ?? 'outra'}`,
    ConversationTagged: ({ tags }) => `Uma conversa recebeu etiquetas${quote(tags?.join(', '))}`,
    ConversationAssigned: ({ assignee_name }) =>
      `Uma conversa foi atribuída${quote(assignee_name)}`,
    InternalNoteChanged: ({ internal_note }) => `Uma nota foi alterada${quote(internal_note)}`,
    RecoveryRequested: () => 'Uma recuperação de eventos não entregues foi solicitada',
    RecoveryAdvanced: ({ found }) =>
      `Uma recuperação de eventos não entregues avança (${found ?? 0} encontrados)`,
    RecoveryCompleted: ({ enqueued }) =>
      `Uma recuperação de eventos não entregues terminou (${enqueued ?? 0} criadas)`,
    StageAdded: ({ name }) => `Uma etapa foi adicionada${quote(name)}`,
    StageRenamed: ({ name }) => `Uma etapa foi renomeada${quote(name)}`,
    StageRecoloured: () => 'A cor de uma etapa mudou',
    StageMoved: () => 'Uma etapa foi movida',
    StageRemoved: () => 'Uma etapa foi removida',
    MediaUploaded: ({ mime_type }) => `Um arquivo foi enviado (${mime_type ?? ''})`,
    MediaReceived: ({ mime_type }) => `Um arquivo chegou (${mime_type ?? ''})`,
    MediaDeleted: () => 'Um arquivo foi apagado',
    MediaStored: () => 'Uma cópia de um arquivo foi guardada',
    StoredMediaExpired: () => 'A cópia guardada de um arquivo expirou',
    MessageSendRequested: ({ text }) => `Um envio foi registrado${quote(text)}`,
    MessageSendDeferred: () => 'O envio está aguardando',
    MessageSendAttempted: ({ attempt }) => `A tentativa ${attempt ?? ''} do envio começou`,
    MessageSent: () => 'O WhatsApp aceitou a mensagem',
    MessageSendRefused: ({ error }) => `O WhatsApp recusou a mensagem${quote(error?.title)}`,
    MessageSendUnresolved: () => 'Ainda não se sabe se a mensagem foi enviada',
    MessageSendGivenUp: ({ error }) => `O envio foi abandonado${quote(error?.title)}`,
    MessageSendReleased: () => 'Um operador liberou um envio de antes de uma restauração',
    MessageReceived: ({ intent }) => `Uma pessoa escreveu${quote(intent?.text)}`,
    MessageSentElsewhere: ({ intent }) =>
      `Uma mensagem foi enviada do telefone ou de outra ferramenta${quote(intent?.text)}`,
    MessageEdited: ({ intent }) => `Uma pessoa editou uma mensagem${quote(intent?.text)}`,
    MessageRevoked: () => 'Uma pessoa apagou uma mensagem',
    MessageRetranslated: ({ intent }) =>
      `Uma tradução mais nova mudou a leitura de uma mensagem${quote(intent?.text)}`,
    MessageContentReceived: ({ intent }) =>
      `O conteúdo de uma mensagem chegou${quote(intent?.text)}`,
    MessageMarkedRead: () => 'Uma mensagem foi marcada como lida',
    ProviderEventReceived: ({ event }) => `O provedor enviou um evento${quote(event)}`,
    ProviderEventReduced: () => 'Uma pessoa apagada: o evento mantém os outros',
    ProviderPayloadReceived: ({ part, parts }) =>
      `Uma requisição longa do provedor foi guardada (parte ${part ?? ''} de ${parts ?? ''})`,
    ProviderPostReceived: () => 'Uma requisição do provedor foi guardada',
    MessageStatusReported: ({ intent }) => `Situação de uma mensagem: ${state(intent?.status)}`,
    RetentionApplied: ({ category, before }) =>
      `Registros antigos foram removidos: ${category ?? ''} antes de ${before ?? ''}`,
    MessagesExpired: ({ before }) => `O que foi dito expirou: antes de ${before ?? ''}`,
    SealBegun: () => 'Registro: selado a partir de agora',
    SealKeyChanged: () => 'Registro: outra chave a partir de agora',
    LeavesSealed: () => 'Registro: selado',
    CheckpointSigned: () => 'Registro: marca assinada',
    CheckpointRequested: () => 'Registro: marca pedida',
    CheckpointCosigned: () => 'Registro: marca assinada por testemunhas',
    LogSealed: () => 'Registro: selado',
    SaleRecorded: ({ gross_cents, currency }) =>
      `Uma venda foi informada${money(gross_cents, currency)}`,
    SalePaid: ({ gross_cents, currency }) => `Uma venda foi paga${money(gross_cents, currency)}`,
    SaleRefunded: ({ gross_cents, currency }) =>
      `Uma venda foi reembolsada${money(gross_cents, currency)}`,
    SaleChargedBack: ({ gross_cents, currency }) =>
      `Uma venda foi contestada${money(gross_cents, currency)}`,
    SaleAmended: () => 'Uma venda foi informada de novo, com outros detalhes',
    SaleAttributed: () => 'Uma venda foi atribuída a uma conversa',
    TemplateSynced: ({ name, language }) =>
      `Um modelo foi sincronizado: ${name ?? ''} (${language ?? ''})`,
    TemplateStatusChanged: ({ provider_status }) =>
      `A situação de um modelo é ${provider_status ?? 'outra'}`,
    TemplateRemoved: () => 'Um modelo foi removido',
    EmailClaimed: () => 'Um e-mail foi vinculado a um usuário',
    EmailReleased: () => 'Um e-mail foi liberado',
    UserSignedIn: () => 'Um usuário entrou',
    UserAdded: ({ role }) => `Um usuário foi convidado como ${roleOf(role)}`,
    UserSetupIssued: () => 'Um link para definir a senha foi criado',
    UserPasswordSet: () => 'Um usuário definiu a senha',
    UserRoleChanged: ({ role }) => `A função de um usuário agora é ${roleOf(role)}`,
    UserRemoved: () => 'Um usuário foi removido',
    UserErased: () => 'Um usuário foi apagado',
    WebhookConfigured: ({ url }) => `Um webhook foi definido${quote(url)}`,
    WebhookDeactivated: ({ reason }) => `Um webhook está desligado (${word(reason)})`,
    WebhookFailureNoticed: () => 'Um webhook falha há uma hora',
    WebhookSecretRotated: () => 'O segredo de um webhook foi substituído',
    DeliveryAttempted: ({ outcome, http_status, error, attempt }) =>
      `Entrega ao seu webhook: ${http_status ?? error ?? outcome ?? ''} (tentativa ${attempt ?? ''})`,
    DeliveryGivenUp: ({ reason }) => `Uma entrega foi abandonada (${word(reason)})`,
    RedeliveryRequested: () => 'Uma nova entrega foi solicitada',
    TestDeliveryRequested: ({ event }) => `Um teste foi solicitado${quote(event)}`,
    DeliveryRecovered: () => 'Um evento não entregue foi entregue de novo',
  },
}
