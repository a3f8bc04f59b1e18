import { count } from '../count.ts'
import type { Texts } from '../en.ts'

export const home: Pick<Texts, 'home'> = {
  home: {
    title: 'Início',
    begin: 'Primeiros passos',
    steps: {
      number: 'Conecte um número',
      key: 'Crie uma chave de API',
      webhook: 'Defina um webhook',
      message: 'Envie ou receba a primeira mensagem',
    },
    attention: 'Precisa de atenção',
    calm: 'Nada precisa da sua atenção.',
    failingWebhooks: (n) => count(n, 'webhook está falhando', 'webhooks estão falhando'),
    parked: (n) =>
      `${count(n, 'registro não pôde ser processado', 'registros não puderam ser processados')}; o operador precisa ver`,
    lag: (seconds) => `Dados com ${count(seconds, 'segundo', 'segundos')} de atraso`,
    down: (n) => count(n, 'número não está conectado', 'números não estão conectados'),
    failing: (n) =>
      count(
        n,
        'entrega abandonada nas últimas 24 horas',
        'entregas abandonadas nas últimas 24 horas',
      ),
    failedMessages: (n) =>
      count(n, 'mensagem falhou nas últimas 24 horas', 'mensagens falharam nas últimas 24 horas'),
    numbers: 'Números',
    allNumbers: (n) => `Ver ${count(n, 'número', 'números')}`,
    recent: 'Últimas mensagens',
    noNumbers: 'Nenhum número ainda. Adicione um em Números.',
  },
}
