/** Files below `test/` that assert only what is true of every EventStoreDB. */
export const CONTRACT = [
  'deletion',
  'discover',
  'expected-revision',
  'idempotence',
  'metadata',
  'outcomes',
  'read',
  'subscribe',
].map((name) => `embedded-store/${name}.test.ts`)

/** The first path of the whole product. */
export const FIRST_PATH = 'slices/first-path.test.ts'
