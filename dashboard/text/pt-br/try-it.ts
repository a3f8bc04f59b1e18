import type { Texts } from '../en.ts'

export const tryIt: Pick<Texts, 'tryIt'> = {
  tryIt: {
    title: 'Experimentar',
    about: 'Aqui o WhatsApp é simulado. O que ele faz chega como chegaria da Meta: assinado.',
    hello: 'Olá!',
    write: 'Uma pessoa escreve',
    writeMore: 'Depois você vê todo o caminho dessa mensagem.',
    phone: 'Telefone da pessoa',
    words: 'O que ela escreve',
    writeNow: 'Escrever',
    status: 'Chega uma situação',
    statusMore: 'O que aconteceu com uma das últimas mensagens enviadas.',
    message: 'Mensagem',
    statusNow: 'Avisar',
    nothingSent: 'Nada foi enviado deste número ainda. Responda a uma conversa primeiro.',
    fault: 'Algo dá errado',
    faultMore: 'Atinge o próximo envio deste tipo de número.',
    which: 'O quê',
    faultNow: 'Preparar',
    faultSet: 'O próximo envio vai encontrar isso.',
    toSend: 'Enviar algo',
    faults: {
      absent: 'A pessoa não está no WhatsApp (131026)',
      closed: 'A janela está fechada (131047)',
      throttled: 'O WhatsApp freia o número (130429)',
      refused: 'O WhatsApp recusa um valor (131008)',
      broken: 'O WhatsApp está com defeito (503)',
      silent: 'É aceito, mas a resposta se perde',
      slow: 'A resposta demora cinco segundos',
    },
  },
}
