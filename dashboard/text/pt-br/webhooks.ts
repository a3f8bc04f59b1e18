import { count } from '../count.ts'
import type { Texts } from '../en.ts'

export const webhooks: Pick<Texts, 'webhooks'> = {
  webhooks: {
    title: 'Webhooks',
    about: 'A URL que recebe os eventos de cada número.',
    one: 'Webhook',
    oneAbout:
      'Os eventos são enviados para cá, assinados. Se seu endpoint não aceitar um, o Recado tenta de novo.',
    columns: {
      number: 'Número',
      url: 'Endereço',
      state: 'Estado',
      events: 'Eventos',
      waiting: 'Na fila',
    },
    none: 'Nenhum definido',
    listed: (n) => (n === 0 ? 'Todos os eventos' : count(n, 'evento', 'eventos')),
    failingSince: 'Nenhuma entrega bem-sucedida desde',
    switchedOff: {
      gone: 'Desativado: o endpoint respondeu 410. Ative-o para continuar.',
      failing: 'Desativado: o endpoint falhou por dias. Ative-o para continuar.',
    },
    waiting: (n) => count(n, 'entrega na fila', 'entregas na fila'),
    set: 'Definir o webhook',
    change: 'Configuração',
    saved: 'Salvo.',
    keptChange:
      'Outra pessoa mudou esta configuração nesse meio-tempo. A mudança dela foi mantida; a sua não foi salva.',
    urlHint: 'Uma URL http ou https acessível pela internet',
    isActive: 'Ativo (em pausa, as entregas esperam)',
    eventsHint: 'Não marque nenhum para receber todos os eventos.',
    optInHint:
      'Informam quando outros webhooks da conta falham e quando contatos são apagados. Se marcar um, marque também cada outro evento que quer receber.',
    native: 'Eventos com o nome do provedor',
    nativeHint: 'Separe os nomes com vírgulas. Cada um traz o conteúdo original do provedor.',
    secret: 'Segredo',
    secretLost: 'O segredo se perdeu, e nada pode ser assinado. Substitua-o.',
    replace: 'Substituir',
    before: 'Segredo anterior, válido por mais 24 horas:',
    replaceTitle: 'Substituir o segredo?',
    replaceMore:
      'Por 24 horas, cada entrega leva duas assinaturas: uma com o segredo antigo e outra com o novo.',
    test: 'Teste',
    testHint:
      'Envia um evento de exemplo assinado e abre a entrega. Entregas de teste não aparecem nas listas.',
    testPaused: 'Este webhook está em pausa. Ative-o para enviar um teste.',
    event: 'Evento',
    send: 'Enviar um teste',
    recover: 'Recuperar',
    recoverHint: 'Entrega, uma vez cada, todos os eventos não entregues desde essa data.',
    since: 'Desde',
    recoverNow: 'Recuperar',
    recovered: (found, enqueued) =>
      `${count(found, 'evento encontrado', 'eventos encontrados')}, ${count(enqueued, 'entrega criada', 'entregas criadas')}`,
  },
}
