import { count } from '../count.ts'

export const deliveries = {
  deliveries: {
    title: 'Deliveries',
    about: 'What we posted to your webhooks, newest first.',
    columns: {
      time: 'Time',
      event: 'Event',
      status: 'Status',
      attempts: 'Attempts',
      answer: 'Answer',
    },
    empty: 'No delivery',
    emptyMore: 'Set a webhook, and each event is posted to it.',
    total: (n: number) => count(n, 'delivery', 'deliveries'),
    one: 'Delivery',
    attempts: 'Attempts',
    noAttempts: 'Not tried yet.',
    took: (ms: number) => `${ms} ms`,
    next: 'Next try',
    body: 'Body, as it was signed',
    inLines: 'The same, formatted',
    headers: 'Headers',
    redeliver: 'Deliver again',
    redelivered: 'Requested. It is sent as a new delivery.',
    url: 'To',
    ofMessage: 'See the message',
    since: 'From',
    until: 'Until',
  },
} as const
