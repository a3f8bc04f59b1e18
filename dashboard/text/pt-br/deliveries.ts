import { count } from '../count.ts'
import type { Texts } from '../en.ts'

export const deliveries: Pick<Texts, 'deliveries'> = {
  deliveries: {
    title: 'Entregas',
    about: 'O que foi enviado aos seus webhooks, do mais recente ao mais antigo.',
    columns: {
      time: 'Hora',
      who: 'Sobre',
      event: 'Evento',
      status: 'Situação',
      attempts: 'Tentativas',
      answer: 'Resposta',
    },
    empty: 'Nenhuma entrega',
    emptyMore: 'Defina um webhook para receber os eventos.',
    total: (n) => count(n, 'entrega', 'entregas'),
    one: 'Entrega',
    attempts: 'Tentativas',
    noAttempts: 'Ainda não tentada.',
    took: (ms) => `${ms} ms`,
    next: 'Próxima tentativa',
    body: 'Corpo, como foi assinado',
    inLines: 'O mesmo, formatado',
    headers: 'Cabeçalhos',
    redeliver: 'Entregar de novo',
    redelivered: 'Solicitada. Será enviada como uma nova entrega.',
    url: 'Para',
    ofMessage: 'Ver a mensagem',
    since: 'De',
    until: 'Até',
  },
}
