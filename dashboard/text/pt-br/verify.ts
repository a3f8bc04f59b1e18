import type { Texts } from '../en.ts'

export const verify: Pick<Texts, 'verify'> = {
  verify: {
    title: 'Verifique você mesmo',
    how: 'A assinatura é o HMAC-SHA256 de hora, ponto e corpo, com o segredo do webhook como chave.',
    rules:
      'Use exatamente os bytes recebidos, compare em tempo constante e recuse o que tiver mais de cinco minutos. Durante a troca do segredo há dois v1: um deles confere. O webhook-id é o mesmo em cada tentativa: descarte o que já viu. Qualquer biblioteca de Standard Webhooks também serve.',
  },
}
