import { count } from '../count.ts'

export const webhooks = {
  webhooks: {
    title: 'Webhooks',
    about: 'The URL that receives the events of each number.',
    one: 'Webhook',
    oneAbout:
      'Events are sent here, signed. If your endpoint does not accept one, Recado tries again.',
    columns: {
      number: 'Number',
      url: 'Address',
      state: 'State',
      events: 'Events',
      waiting: 'Waiting',
    },
    none: 'Not set',
    listed: (n: number) => (n === 0 ? 'All events' : count(n, 'event', 'events')),
    failingSince: 'No successful delivery since',
    switchedOff: {
      gone: 'Switched off: its endpoint answered 410. Activate it to continue.',
      failing: 'Switched off: its endpoint failed for days. Activate it to continue.',
    },
    waiting: (n: number) => `${count(n, 'delivery pending', 'deliveries pending')}`,
    set: 'Set the webhook',
    change: 'Configuration',
    saved: 'Saved.',
    keptChange:
      'Somebody else changed this in the meantime. Their change was kept; yours was not saved.',
    urlHint: 'An http or https URL that the internet can reach',
    isActive: 'Active (while paused, deliveries wait)',
    eventsHint: 'Leave all unchecked to receive every event.',
    optInHint:
      'Report other webhooks of the account that fail, and contacts that were erased. If you check one, also check each other event that you want.',
    native: 'Events by the provider’s own names',
    nativeHint: 'Separate names with commas. Each delivers the provider’s raw payload.',
    secret: 'Secret',
    secretLost: 'The secret is lost, so nothing can be signed. Replace it.',
    replace: 'Replace',
    before: 'Previous secret, valid for another 24 hours:',
    replaceTitle: 'Replace the secret?',
    replaceMore:
      'For 24 hours, each delivery carries two signatures: one with the old secret and one with the new.',
    test: 'Test',
    testHint: 'Sends a signed sample event and opens its delivery. Test deliveries are not listed.',
    testPaused: 'This webhook is paused. Activate it to send a test.',
    event: 'Event',
    send: 'Send a test',
    recover: 'Recover',
    recoverHint: 'Delivers every undelivered event since this time, once each.',
    since: 'Since',
    recoverNow: 'Recover',
    recovered: (found: number, enqueued: number) =>
      `${count(found, 'event', 'events')} found, ${count(enqueued, 'delivery', 'deliveries')} created`,
  },
} as const
