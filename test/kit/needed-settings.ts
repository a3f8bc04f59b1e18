/** The settings that have no default, with addresses where nothing listens. */
export const NEEDED_SETTINGS = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
  DATABASE_URL: 'postgres://127.0.0.1/a',
  VAULT_URL: 'postgres://127.0.0.1/b',
  NATS_URL: 'nats://127.0.0.1:1',
  VAULT_KEY: Buffer.alloc(32).toString('base64'),
}
