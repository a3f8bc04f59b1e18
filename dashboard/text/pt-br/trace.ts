import { count } from '../count.ts'
import type { Texts } from '../en.ts'

export const trace: Pick<Texts, 'trace'> = {
  trace: {
    title: 'Mensagem',
    lanes: { you: 'Você', recado: 'Recado', whatsapp: 'WhatsApp', your_webhook: 'Seu webhook' },
    why: 'Por quê',
    steps: (n) => count(n, 'passo', 'passos'),
    copyJson: 'Copiar como JSON',
    copyCurl: 'Repetir com curl',
    words: 'Texto',
    conversation: 'Conversa',
    clock: 'Relógio do provedor',
    unfold: 'Abrir tudo',
    fold: 'Fechar tudo',
    cut: 'Há mais passos do que os mostrados aqui.',
    position: 'Posição',
    raw: 'Evento bruto',
    actor: 'Por',
    state: 'Situação depois',
    took: 'Levou',
    cause: 'Por causa de',
    facts: {
      request: 'Você pediu',
      provider_call: 'Chamada ao WhatsApp',
      status: 'Situação informada pelo WhatsApp',
      attempt: 'Postado para você',
      raw: 'Chegou do WhatsApp',
    },
    actors: {
      api_key: 'uma chave de API',
      user: 'um usuário',
      provider: 'WhatsApp',
      operator: 'o operador',
      system: 'o próprio Recado',
    },
    outcomes: {
      accepted: 'aceita',
      refused: 'recusada',
      deferred: 'agora não, tentado de novo',
      unknown: 'sem resposta',
    },
    attempt: (n) => `tentativa ${n}`,
    refresh: 'Atualizar',
    asOf: 'Na posição',
    details: 'Detalhes',
  },
}
