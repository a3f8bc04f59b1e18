import { count } from '../count.ts'
import type { Texts } from '../en.ts'

export const webhooks: Pick<Texts, 'webhooks'> = {
  webhooks: {
    title: 'Webhooks',
    about: 'Para onde os eventos de cada número são postados.',
    one: 'Webhook',
    oneAbout: 'Cada evento é postado nele, assinado, até que seja aceito.',
    columns: {
      number: 'Número',
      url: 'Endereço',
      state: 'Estado',
      events: 'Eventos',
      waiting: 'Na fila',
    },
    none: 'Nenhum definido',
    listed: (n) => (n === 0 ? 'Todos do Recado' : count(n, 'evento', 'eventos')),
    failingSince: 'Nada passou desde',
    waiting: (n) => count(n, 'entrega na fila', 'entregas na fila'),
    set: 'Definir o webhook',
    change: 'Configuração',
    saved: 'Salvo.',
    keptChange: 'Outra pessoa mudou a configuração nesse meio-tempo. A mudança dela foi mantida.',
    urlHint: 'http ou https, acessível pela internet',
    isActive: 'Ativo (um webhook pausado guarda o que está na fila)',
    eventsHint: 'Nenhum escolhido: todos estes.',
    native: 'Eventos com o nome do provedor',
    nativeHint: 'Nomes separados por vírgula; cada um traz o conteúdo original',
    secret: 'Segredo',
    secretLost: 'O segredo se perdeu, e nada pode ser assinado. Substitua-o.',
    replace: 'Substituir',
    before: 'O segredo anterior, que também assina por 24 horas:',
    replaceTitle: 'Substituir o segredo?',
    replaceMore:
      'O antigo assina ao lado do novo por 24 horas: cada entrega tem então duas assinaturas.',
    test: 'Teste',
    testHint: 'Uma amostra assinada. Nenhuma lista a mostra; a entrega dela abre a seguir.',
    testPaused: 'Está pausado. Ative-o para testar.',
    event: 'Evento',
    send: 'Enviar um teste',
    recover: 'Recuperar',
    recoverHint: 'Entrega, uma vez cada, todos os eventos desde então que nunca chegaram.',
    since: 'Desde',
    recoverNow: 'Recuperar',
    recovered: (found, enqueued) =>
      `${count(found, 'evento encontrado', 'eventos encontrados')}, ${count(enqueued, 'entrega feita', 'entregas feitas')}`,
  },
}
