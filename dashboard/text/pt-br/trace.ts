import { count } from '../count.ts'
import type { Texts } from '../en.ts'

export const trace: Pick<Texts, 'trace'> = {
  trace: {
    title: 'Mensagem',
    lanes: { you: 'Você', recado: 'Recado', whatsapp: 'WhatsApp', your_webhook: 'Seu webhook' },
    why: 'Por quê',
    steps: (n) => count(n, 'passo', 'passos'),
    copyJson: 'Copiar como JSON',
    copyCurl: 'Copiar como curl',
    words: 'Texto',
    conversation: 'Conversa',
    clock: 'Hora do provedor',
    unfold: 'Expandir tudo',
    fold: 'Recolher tudo',
    cut: 'Nem todos os passos são mostrados.',
    position: 'Posição',
    raw: 'Evento bruto',
    actor: 'Por',
    state: 'Situação resultante',
    took: 'Duração',
    facts: {
      request: 'Sua requisição',
      provider_call: 'Chamada ao WhatsApp',
      status: 'Situação informada pelo WhatsApp',
      attempt: 'Entrega para você',
      raw: 'Recebido do WhatsApp',
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
      deferred: 'adiada',
      unknown: 'sem resposta',
    },
    attempt: (n) => `tentativa ${n}`,
    refresh: 'Atualizar',
    asOf: 'Na posição',
    details: 'Detalhes',
  },
}
