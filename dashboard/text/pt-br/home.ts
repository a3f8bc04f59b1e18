import { count } from '../count.ts'
import type { Texts } from '../en.ts'

export const home: Pick<Texts, 'home'> = {
  home: {
    title: 'Início',
    begin: 'Primeiros passos',
    steps: {
      number: 'Um número está conectado',
      key: 'Existe uma chave',
      webhook: 'Um webhook está definido',
      message: 'Uma mensagem passou',
    },
    attention: 'Precisa de atenção',
    calm: 'Nada precisa da sua atenção.',
    failingWebhooks: (n) => count(n, 'webhook está falhando', 'webhooks estão falhando'),
    parked: (n) =>
      `${count(n, 'registro espera', 'registros esperam')} o operador: algo não pôde ser aplicado`,
    lag: (seconds) => `O que se vê está ${count(seconds, 'segundo', 'segundos')} atrasado`,
    down: (n) => count(n, 'número não está conectado', 'números não estão conectados'),
    failing: (n) => count(n, 'entrega abandonada em um dia', 'entregas abandonadas em um dia'),
    failedMessages: (n) => count(n, 'mensagem falhou em um dia', 'mensagens falharam em um dia'),
    numbers: 'Números',
    allNumbers: (n) => `Ver ${count(n, 'número', 'números')}`,
    recent: 'Últimas mensagens',
    noNumbers: 'Nenhum número ainda. Adicione um na página Números.',
  },
}
