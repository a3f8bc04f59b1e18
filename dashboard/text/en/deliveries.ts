import { count } from '../count.ts'

export const deliveries = {
  deliveries: {
    title: 'Deliveries',
    about: 'What was sent to your webhooks, newest first.',
    columns: {
      time: 'Time',
      who: 'About',
      event: 'Event',
      status: 'Status',
      attempts: 'Attempts',
      answer: 'Answer',
    },
    empty: 'No deliveries',
    emptyMore: 'Set a webhook to have events delivered.',
    total: (n: number) => count(n, 'delivery', 'deliveries'),
    one: 'Delivery',
    attempts: 'Attempts',
    noAttempts: 'Not attempted yet.',
    took: (ms: number) => `${ms} ms`,
    next: 'Next attempt',
    body: 'Body, as signed',
    inLines: 'The same, formatted',
    headers: 'Headers',
    redeliver: 'Deliver again',
    redelivered: 'Requested. It will be sent as a new delivery.',
    url: 'To',
    ofMessage: 'View the message',
    since: 'From',
    until: 'Until',
  },
} as const
