import type { DeliveryFailure, WhyRule } from '@recado/contract/why'
import type { Texts } from '../en.ts'

const RULES: Readonly<Record<WhyRule, string>> = {
  never_confirmed: 'O WhatsApp nunca disse se aceitou a mensagem. Ela não foi enviada de novo.',
  refused_by_us: 'O Recado desistiu antes que o WhatsApp aceitasse.',
  webhook_gone: 'Seu endpoint respondeu 410, e por isso o webhook foi pausado.',
  webhook_exhausted: 'Nenhuma tentativa de envio ao seu endpoint deu certo, e não resta outra.',
  webhook_failing: 'A última tentativa de envio ao seu endpoint falhou; haverá outra.',
  webhook_skipped: 'Seu webhook ficou pausado por tempo demais; o evento não foi enviado.',
  auth: 'O WhatsApp rejeitou o token deste número, ou o aplicativo não tem permissão. Substitua o token.',
  invalid: 'O WhatsApp recusou um valor da requisição.',
  retry: 'O WhatsApp teve uma falha própria ou não respondeu. Pode funcionar mais tarde.',
  throttle: 'O WhatsApp limitou o ritmo deste número.',
  blocked: 'A conta comercial ou o número está restrito.',
  undeliverable: 'A pessoa não pode ser alcançada no WhatsApp ou não aceitou os termos.',
  window_closed:
    'Nenhuma mensagem desta pessoa nas últimas 24 horas. Só é possível enviar um modelo aprovado.',
  media: 'O WhatsApp não conseguiu buscar ou aceitar o arquivo.',
  identity_changed: 'O telefone mudou de pessoa. Confira quem é antes de escrever de novo.',
  unknown: 'O WhatsApp recusou por um motivo que não explica.',
}

const FAILURES: Readonly<Record<DeliveryFailure, string>> = {
  connection_refused: 'Nada aceita conexões no endereço e na porta do seu endpoint.',
  dns: 'Nenhum endereço foi encontrado para o host do seu endpoint.',
  unreachable: 'Nenhuma rota de rede leva ao seu endpoint.',
  tls: 'A conexão segura não se estabeleceu: confira o certificado TLS do seu endpoint.',
  timeout: 'Seu endpoint não respondeu a tempo.',
  connection_closed: 'A conexão terminou antes de o seu endpoint responder.',
  address_forbidden: 'O Recado só envia para endereços públicos, e o do seu endpoint não é.',
  invalid_answer: 'O que o seu endpoint enviou não é uma resposta HTTP válida, ou é longo demais.',
  redirect: 'Seu endpoint redireciona, o que o Recado não segue: configure o endereço final.',
  gone: 'Seu endpoint respondeu 410: não há mais nada ali.',
  rejected: 'Seu endpoint recusou a requisição: confira o endereço e o que ele espera.',
  server_error: 'Seu endpoint teve uma falha própria.',
  secret_lost: 'O segredo do webhook se perdeu: configure o webhook com outro.',
  unknown: 'O motivo não é conhecido.',
}

export const why: Pick<Texts, 'why'> = {
  why: {
    reason: ({ rule, failure }) =>
      [ruleText(rule), ...(failure === null ? [] : [FAILURES[failure]])].join(' '),
    failure: ({ failure }) => (failure === null ? '' : FAILURES[failure]),
  },
}

function ruleText(rule: string): string {
  return Object.hasOwn(RULES, rule) ? RULES[rule as WhyRule] : RULES.unknown
}
