import { count } from '../count.ts'

export const home = {
  home: {
    title: 'Home',
    begin: 'Getting started',
    steps: {
      number: 'Connect a number',
      key: 'Create an API key',
      webhook: 'Set a webhook',
      message: 'Send or receive your first message',
    },
    attention: 'Needs attention',
    calm: 'Nothing needs your attention.',
    failingWebhooks: (n: number) => count(n, 'webhook is failing', 'webhooks are failing'),
    parked: (n: number) =>
      `${count(n, 'record', 'records')} could not be processed; the operator has to look`,
    lag: (seconds: number) => `Data is ${count(seconds, 'second', 'seconds')} behind`,
    down: (n: number) => `${count(n, 'number is', 'numbers are')} not connected`,
    failing: (n: number) =>
      `${count(n, 'webhook delivery', 'webhook deliveries')} given up in the last 24 hours`,
    failedMessages: (n: number) => `${count(n, 'message', 'messages')} failed in the last 24 hours`,
    numbers: 'Numbers',
    allNumbers: (n: number) => `See all ${count(n, 'number', 'numbers')}`,
    recent: 'Latest messages',
    noNumbers: 'No numbers yet. Add one under Numbers.',
  },
} as const
