/**
 * Tests that only `npm run test:all` runs, by their path below `test/`; a folder ends with a slash. A test belongs here if
 * it needs a browser, kills, freezes or replaces servers, starts the product in another shape (as processes, bundles,
 * copies, a cluster, an installation of `deploy/`), or repeats with large data what a quick test proves with small ones.
 */
export const THOROUGH: readonly string[] = [
  // Attacks.
  'attack/',
  // A browser. `dashboard/first-walk` is the one walk of `npm test`.
  'browser/all',
  'dashboard/activity',
  'dashboard/current',
  'dashboard/live',
  'dashboard/numbers',
  'dashboard/page',
  'dashboard/reading',
  'dashboard/try-pairing',
  // Servers and processes that are killed, frozen or replaced.
  'client/frozen',
  'command-api/messages/kill',
  'command-api/messages/kill-under-slow-log',
  'command-api/messages/postgres-killed',
  'infra/event-store/broken-wire',
  'infra/event-store/failover',
  'projectors/runtime/leader-election',
  'projectors/webhooks/dispatcher/takeover',
  'slices/erasure-killed',
  'slices/failover',
  'slices/failover-with-tls',
  'slices/frozen-servers',
  'slices/intake-partitions',
  'embedded-store/cluster',
  'embedded-store/crash',
  'embedded-store/outage',
  'standalone/killed-start',
  'standalone/servers/nats',
  'standalone/servers/postgres',
  'standalone/supervision/leftover',
  'standalone/supervision/supervise',
  'standalone/supervision/unread-output',
  'tools/audit-seals',
  'projectors/reactors/self-audit/run-self-audit',
  'tools/ended-early',
  'tools/export/killed',
  // The product in another shape.
  'cli/commands',
  'deploy/',
  'infra/api-processes',
  'slices/bundles',
  'slices/packages',
  'slices/copies',
  'slices/contact-claims',
  'slices/first-path-cluster',
  'slices/first-path-hostile',
  'embedded-store/hostile',
  'standalone/main',
  // Releases, rebuilds and runbooks.
  'slices/history-large',
  'slices/new-release',
  'slices/partitions',
  'slices/rebuild',
  'slices/release',
  'slices/runbooks',
  'slices/runbooks-of-servers',
  'slices/status',
  'standalone/backup/backup',
  'standalone/backup/suspended-sends',
  'build/release/',
  // Tools and readers of a whole log.
  'docs/analytics',
  'docs/live-figures',
  'foreign/',
  'slices/relay',
  'slices/retention',
  'tools/export/export',
  'tools/log/all',
  // Large data, many cases.
  'slices/erasure-interleaved',
  'slices/erasure-whole',
  'application/contacts/people-large',
  'slices/fuzz-large',
  'slices/large-messages',
  'slices/large-pages',
  'slices/lists-while-writing',
  'slices/log-lines',
  'slices/people-large',
  'slices/plans',
]

/** Whether a place of the list holds a built test. @param path below `.built/test/`, without `.test.js` */
export function isAt(place: string, path: string): boolean {
  return place.endsWith('/') ? path.startsWith(place) : path === place
}

/** Whether only `npm run test:all` runs a built test. */
export function isThorough(path: string): boolean {
  return THOROUGH.some((place) => isAt(place, path))
}
