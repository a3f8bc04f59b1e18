import { randomBytes } from 'node:crypto'
import { readConfig } from '@recado/infra/config'
import { test } from 'tap'

const key = randomBytes(32)
const needed = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  DATABASE_URL: 'postgres://u:p@127.0.0.1/recado',
  VAULT_URL: 'postgresql://u:p@127.0.0.1/vault',
  NATS_URL: 'nats://127.0.0.1:4222',
  VAULT_KEY: key.toString('base64'),
}

test('four addresses and a key are the only required settings', async (t) => {
  const config = readConfig(needed)
  t.match(config, {
    PORT: 8080,
    OPERATOR_TOKEN: null,
    GRAPH_API_VERSION: 'v23.0',
    RATE_LIMIT_BASIC: 120,
    RATE_LIMIT_OFFICIAL: 120,
    RATE_LIMIT_AGENCY: 300,
    READ_YOUR_WRITES_MS: 1_000,
    SEND_WAIT_MS: 5_000,
    SEND_UNRESOLVED_HOURS: 24,
    WEBHOOK_PAUSE_KEEP_HOURS: 72,
    WEBHOOK_ALLOWED_SUBNETS: [],
    EVENTS_DAYS: 30,
    SELF_AUDIT_HOUR: 5,
    RELAY_CONTENT: 'ids',
    DISPATCH: 'on',
    ERASURES_DIR: null,
    MEDIA_STORE: null,
    MEDIA_DAYS: null,
    MEDIA_BYTES_PER_ACCOUNT: 10_737_418_240,
    LOG_LEVEL: 'info',
  })
  t.ok(config.VAULT_KEY.equals(key))
})

test('settings are read, and an empty one counts as unset', async (t) => {
  const config = readConfig({
    ...needed,
    PORT: '0',
    RATE_LIMIT_AGENCY: '1000',
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8, ::1/128',
    PUBLIC_URL: 'https://api.example.com/',
    GRAPH_API_VERSION: 'v24.0',
    SELF_AUDIT_HOUR: 'off',
    LOG_LEVEL: '',
  })
  t.match(config, {
    PORT: 0,
    RATE_LIMIT_AGENCY: 1_000,
    WEBHOOK_ALLOWED_SUBNETS: ['127.0.0.0/8', '::1/128'],
    PUBLIC_URL: 'https://api.example.com',
    GRAPH_API_VERSION: 'v24.0',
    SELF_AUDIT_HOUR: 'off',
    LOG_LEVEL: 'info',
  })
})

const faults: readonly (readonly [name: string, value: string | undefined, rule: RegExp])[] = [
  ['DATABASE_URL', undefined, /DATABASE_URL is required: Postgres/],
  ['EVENTSTORE_URL', 'http://x', /EVENTSTORE_URL must begin with esdb:\/\//],
  ['EVENTSTORE_URL', 'esdb://u:p?w@host', /EVENTSTORE_URL must look like esdb:\/\//],
  ['EVENTSTORE_URL', 'kurrentdb://host?tsl=true', /EVENTSTORE_URL has an option .*: tsl$/],
  ['NATS_URL', 'nats://u:p/w@host:4222', /NATS_URL must be addresses such as/],
  ['NATS_URL', 'nats://u:%zz@host:4222', /NATS_URL must be addresses such as/],
  ['PUBLIC_URL', 'https://host:abc', /PUBLIC_URL must be an address such as https:\/\/host:8080/],
  ['GRAPH_API_URL', 'https://', /GRAPH_API_URL must be an address such as/],
  ['WAHA_URL', 'http://a b', /WAHA_URL must be an address such as/],
  ['WAHA_URL', 'waha.example.com', /WAHA_URL must begin with http:\/\/ or https:\/\/$/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://host:99999', /must be an address such as/],
  ['VAULT_KEY', 'c2hvcnQ=', /VAULT_KEY must be 32 bytes in base64/],
  ['VAULT_KEY', undefined, /VAULT_KEY is required/],
  ['OPERATOR_TOKEN', 'short', /OPERATOR_TOKEN must have at least 16 characters/],
  ['PORT', '70000', /PORT must be between 0 and 65535/],
  ['RATE_LIMIT_BASIC', 'many', /RATE_LIMIT_BASIC must be a whole number/],
  ['RAW_BYTES_PER_DAY', '100', /RAW_BYTES_PER_DAY must be 0 for no limit, or at least 65536/],
  ['MESSAGE_DAYS', '0', /MESSAGE_DAYS must be a whole number of days, at least 1/],
  ['MEDIA_DAYS', '0', /MEDIA_DAYS must be a whole number of days, at least 1/],
  ['MEDIA_DAYS', 'some', /MEDIA_DAYS must be a whole number of days/],
  ['MEDIA_DAYS', '1.5', /MEDIA_DAYS must be a whole number of days/],
  ['SELF_AUDIT_HOUR', '24', /SELF_AUDIT_HOUR must be an hour from 0 to 23/],
  ['MEDIA_BYTES_PER_ACCOUNT', '1', /MEDIA_BYTES_PER_ACCOUNT must be between 1048576 and/],
  ['GRAPH_API_VERSION', 'v22.0', /GRAPH_API_VERSION must be v23.0 or newer/],
  ['GRAPH_API_VERSION', '23', /GRAPH_API_VERSION must look like v23.0/],
  ['WEBHOOK_ALLOWED_SUBNETS', '127.0.0.1', /WEBHOOK_ALLOWED_SUBNETS must be subnets/],
  ['DISPATCH', 'maybe', /DISPATCH .*on/],
]
for (const [name, value, rule] of faults) {
  test(`${name}=${value} is refused with its name and rule`, async (t) => {
    const set = Object.fromEntries(
      Object.entries({ ...needed, [name]: value }).filter((entry) => entry[1] !== undefined),
    )
    t.throws(() => readConfig(set), { message: rule })
  })
}

test('the error about an invalid secret does not contain the secret', async (t) => {
  try {
    readConfig({ ...needed, OPERATOR_TOKEN: 'hush', VAULT_KEY: 'c2VjcmV0' })
    t.fail('it was accepted')
  } catch (error) {
    t.notMatch(String(error), /hush|c2VjcmV0/)
    t.match(String(error), /VAULT_KEY/)
    t.match(String(error), /OPERATOR_TOKEN/, 'all invalid variables are named at once')
  }
})

test('nothing that has what was said is kept for longer than MESSAGE_DAYS', async (t) => {
  const config = readConfig({ ...needed, MESSAGE_DAYS: '30', DELIVERY_DAYS: '7' })
  t.match(config, { RAW_DAYS: 30, DELIVERY_DAYS: 7, MEDIA_DAYS: 30, EVENTS_DAYS: 30 })
  const relayed = { ...needed, MESSAGE_DAYS: '3', RELAY_CONTENT: 'full' }
  t.match(readConfig(relayed), { EVENTS_DAYS: 3 })
  t.match(readConfig({ ...needed, MESSAGE_DAYS: '3' }), { EVENTS_DAYS: 30 })
})

test('what waits to be sent may not expire before it is given up', async (t) => {
  const waits = { ...needed, MESSAGE_DAYS: '2', SEND_DEFERRED_HOURS: '49' }
  t.throws(() => readConfig(waits), /MESSAGE_DAYS must not be shorter than SEND_DEFERRED_HOURS/)
  t.match(readConfig({ ...waits, SEND_DEFERRED_HOURS: '48' }), { MESSAGE_DAYS: 2 })
})
