import { count } from '../count.ts'

export const home = {
  home: {
    title: 'Home',
    begin: 'Getting started',
    steps: {
      number: 'A number is connected',
      key: 'A key exists',
      webhook: 'A webhook is set',
      message: 'A message went through',
    },
    attention: 'Needs attention',
    calm: 'Nothing needs your attention.',
    failingWebhooks: (n: number) => count(n, 'webhook is failing', 'webhooks are failing'),
    parked: (n: number) =>
      `${count(n, 'record waits', 'records wait')} for the operator: something could not be applied`,
    lag: (seconds: number) => `What you see is ${count(seconds, 'second', 'seconds')} behind`,
    down: (n: number) => `${count(n, 'number is', 'numbers are')} not connected`,
    failing: (n: number) =>
      `${count(n, 'webhook delivery', 'webhook deliveries')} given up within a day`,
    failedMessages: (n: number) => `${count(n, 'message', 'messages')} failed within a day`,
    numbers: 'Numbers',
    allNumbers: (n: number) => `See all ${count(n, 'number', 'numbers')}`,
    recent: 'Latest messages',
    noNumbers: 'No number yet. Add one on the page Numbers.',
  },
} as const
