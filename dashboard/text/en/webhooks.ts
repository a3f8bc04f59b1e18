import { count } from '../count.ts'

/** Webhooks, and what to do with one. */
export const webhooks = {
  webhooks: {
    title: 'Webhooks',
    about: 'Where the events of each number are posted to.',
    one: 'Webhook',
    oneAbout: 'Each event is posted to it, signed, again and again until it is taken.',
    columns: {
      number: 'Number',
      url: 'Address',
      state: 'State',
      events: 'Events',
      waiting: 'Waiting',
    },
    none: 'None is set',
    listed: (n: number) => (n === 0 ? 'All of Recado’s' : count(n, 'event', 'events')),
    failingSince: 'Nothing got through since',
    waiting: (n: number) => `${count(n, 'delivery waits', 'deliveries wait')}`,
    set: 'Set the webhook',
    change: 'Configuration',
    saved: 'Saved.',
    urlHint: 'http or https, reachable from the internet',
    isActive: 'Active: a paused one keeps what waits',
    eventsHint: 'None chosen: all of these.',
    native: 'Events as the provider calls them',
    nativeHint: 'Names with commas between them; each brings the raw payload',
    secret: 'Secret',
    secretLost: 'The secret is lost, and nothing can be signed. Replace it.',
    replace: 'Replace',
    before: 'The one of before, which signs too for 24 hours:',
    replaceTitle: 'Replace the secret?',
    replaceMore:
      'The old one signs beside the new one for 24 hours: each delivery then has two signatures.',
    test: 'Test',
    testHint: 'A signed sample. No list shows it; its delivery opens next.',
    testPaused: 'It is paused. Activate it to test it.',
    event: 'Event',
    send: 'Send a test',
    recover: 'Recover',
    recoverHint: 'Delivers every event since then that never came through, each once.',
    since: 'Since',
    recoverNow: 'Recover',
    recovered: (found: number, enqueued: number) =>
      `${count(found, 'event', 'events')} found, ${count(enqueued, 'delivery', 'deliveries')} made`,
  },
} as const
