import { DAY_MS } from '@recado/domain/durations'
import { z } from 'zod'
import { addressFault } from './event-store/store-address.ts'
import { RETRY_SCHEDULE, SCHEDULE_FORM, waitsOf } from './http-client/delivery-times.ts'
import { isNatsAddress } from './nats/servers.ts'
import { subnet } from './subnet.ts'
import { WrongSettings } from './wrong-settings.ts'

const address = (what: string, ...schemes: string[]) =>
  z
    .string({ error: `is required: ${what}` })
    .refine((url) => schemes.some((scheme) => url.startsWith(`${scheme}://`)), {
      error: `must begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    })

const httpAddress = (what: string) =>
  address(what, 'http', 'https').refine((url) => !/^https?:/.test(url) || URL.canParse(url), {
    error: 'must be an address such as https://host:8080',
  })

const wholeNumber = (fallback: number, least: number, most = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= least && n <= most, `must be between ${least} and ${most}`)
    .default(fallback)

/** An hour of the day (UTC), or `off`. */
const hour = (fallback: number) =>
  z
    .string()
    .regex(/^(?:off|1?\d|2[0-3])$/, 'must be an hour from 0 to 23 (UTC), or off')
    .transform((text) => (text === 'off' ? text : Number(text)))
    .default(fallback)

/** Null when unset. */
const days = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days, at least 1')
  .transform(Number)
  .nullable()
  .default(null)

const secret = (least: number) =>
  z.string().min(least, `must have at least ${least} characters`).nullable().default(null)

const masterKey = z
  .string({ error: 'is required: 32 random bytes in base64, such as from openssl rand -base64 32' })
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes in base64')

const graphVersion = z
  .string()
  .regex(/^v\d{2,3}\.\d$/, 'must look like v23.0')
  .refine((version) => Number(version.slice(1)) >= 23, 'must be v23.0 or newer')
  .default('v23.0')

const subnets = z
  .string()
  .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
  .pipe(z.array(subnet))
  .default([])

const domains = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== ''),
  )
  .pipe(
    z.array(z.string().regex(/^[a-z\d-]+(\.[a-z\d-]+)*$/, 'must be domains such as example.org')),
  )
  .default([])

const MAX_WAIT_MS = 7 * DAY_MS

const waits = z
  .string()
  .regex(SCHEDULE_FORM, `must be up to 30 waits such as ${RETRY_SCHEDULE}`)
  .transform(waitsOf)
  .refine((all) => all.every((ms) => ms <= MAX_WAIT_MS), 'must have no wait above 168h')
  .default(waitsOf(RETRY_SCHEDULE))

const Settings = z.object({
  EVENTSTORE_URL: address(
    'the event store, such as esdb://127.0.0.1:2113?tls=false',
    'esdb',
    'esdb+discover',
    'kurrentdb',
    'kurrentdb+discover',
  ).superRefine((url, context) => {
    const fault = /^(esdb|kurrentdb)/.test(url) ? addressFault(url) : null
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  }),
  /** Postgres of the read models and of everything else that can be rebuilt or lost. */
  DATABASE_URL: address(
    'Postgres of the read models, such as postgres://user:password@host/name',
    'postgres',
    'postgresql',
  ),
  /** Postgres of the vault: a database of its own. */
  VAULT_URL: address(
    'Postgres of the vault, such as postgres://user:password@host/vault',
    'postgres',
    'postgresql',
  ),
  /** Several servers are separated by commas. `nats://user:password@…` where NATS requires a login. */
  NATS_URL: address('NATS with JetStream, such as nats://127.0.0.1:4222', 'nats', 'tls').refine(
    isNatsAddress,
    'must be addresses such as nats://user:password@host:4222, with special characters percent-encoded, such as %2F',
  ),
  /** Replicas of each stream in a NATS cluster. Unset: 1 for new streams; what an operator has set is kept. */
  NATS_REPLICAS: z.enum(['1', '3', '5']).transform(Number).nullable().default(null),
  /** The master key that seals the secrets in the vault. If it is lost, every secret is lost. */
  VAULT_KEY: masterKey,
  /** The key before VAULT_KEY, while `npm run vault:rotate` replaces it. */
  VAULT_KEY_BEFORE: masterKey.nullable().default(null),
  /** Whether facts about one person share keys, as long as the process that appends them remembers: `own` costs more rows. */
  FACT_KEYS: z.enum(['shared', 'own']).default('shared'),
  /** Opens the operator's routes; without it they stay closed. */
  OPERATOR_TOKEN: secret(16),
  /** `internal`: only INTERNAL_PORT answers the operator's routes, so that no gateway leads to them. */
  OPERATOR_ROUTES: z.enum(['public', 'internal']).default('public'),
  /** 0 takes any free port. */
  PORT: wholeNumber(8080, 0, 65_535),
  INTERNAL_PORT: wholeNumber(9090, 0, 65_535),
  /** Loopback by default, because metrics and health need no key. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Connections of a listener, in all and of one address; fewer where the limit of open files is lower. */
  MAX_CONNECTIONS: wholeNumber(4_096, 8, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1_024, 1, 1_000_000),
  /** How long the head of a request, and its whole body, may take to arrive. */
  HEAD_TIMEOUT_MS: wholeNumber(10_000, 100, 300_000),
  BODY_TIMEOUT_MS: wholeNumber(900_000, 1_000, DAY_MS),
  /** The lowest rate of a request body, bytes a second. */
  BODY_LEAST_RATE: wholeNumber(8_192, 1, 1_000_000_000),
  /** How long a client may read nothing of an answer that is ready for it. */
  UNREAD_TIMEOUT_MS: wholeNumber(30_000, 100, 3_600_000),
  /** Bytes of answers that wait to be read, in all and of one address. */
  UNREAD_BYTES: wholeNumber(134_217_728, 65_536),
  UNREAD_BYTES_PER_ADDRESS: wholeNumber(33_554_432, 65_536),
  /** Bytes of requests that no key, signature or session has authorised yet; a few posts of 3 MB must fit. */
  STRANGER_BYTES: wholeNumber(134_217_728, 16_777_216),
  /** Subnets of proxies whose X-Forwarded-For is trusted, in CIDR notation, separated by commas. */
  TRUSTED_PROXIES: subnets,
  /** The public origin, without a path; used in download addresses and in the OpenAPI document. */
  PUBLIC_URL: httpAddress('the public address')
    .transform((url) => url.replace(/\/+$/, ''))
    .nullable()
    .default(null),
  GRAPH_API_URL: httpAddress('the Graph API').default('https://graph.facebook.com'),
  GRAPH_API_VERSION: graphVersion,
  /** Domains that files of messages are fetched from with the token, besides Meta's own, separated by commas. */
  GRAPH_MEDIA_HOSTS: domains,
  /** Verifies posts to `/hooks/whatsapp` itself; without it that address does not exist. */
  WHATSAPP_APP_SECRET: secret(1),
  /** The token that Meta sends to verify our hook; without it verification is refused. */
  WHATSAPP_VERIFY_TOKEN: secret(1),
  /** The WAHA gateway of freemium connections; without it they cannot send. */
  WAHA_URL: httpAddress('the WAHA gateway').nullable().default(null),
  WAHA_API_KEY: secret(1),
  /** How many sessions the gateway of WAHA_URL takes; 0: no new ones. */
  WAHA_MAX_SESSIONS: wholeNumber(1_000, 0, 100_000),
  /** Verifies WAHA's hooks. */
  WAHA_HMAC_KEY: secret(1),
  /** Requests per key and minute, by plan. */
  RATE_LIMIT_BASIC: wholeNumber(120, 1, 1_000_000_000),
  RATE_LIMIT_OFFICIAL: wholeNumber(120, 1, 1_000_000_000),
  RATE_LIMIT_AGENCY: wholeNumber(300, 1, 1_000_000_000),
  /** Requests that a process works on at once, divided among accounts; what exceeds an account's share waits. */
  REQUESTS_AT_ONCE: wholeNumber(48, 4, 10_000),
  /**
   * Hook events a second that an account may bring in any case, also while more arrives than can be worked on: a POST
   * counts 7, each event 1.
   */
  HOOK_EVENTS_PER_SECOND: wholeNumber(240, 1, 1_000_000_000),
  /** Bytes of raw provider events that an account may bring a UTC day; 0 for no limit. */
  RAW_BYTES_PER_DAY: wholeNumber(0, 0).refine(
    (n) => n === 0 || n >= 65_536,
    'must be 0 for no limit, or at least 65536',
  ),
  /** Bytes of uploads of one account a second, while other accounts are active too. */
  UPLOAD_BYTES_PER_SECOND: wholeNumber(33_554_432, 65_536),
  /** How long a write waits for the read models, and a read for the position that it asks for. */
  READ_YOUR_WRITES_MS: wholeNumber(1_000, 0, 60_000),
  /** How long a provider may take to answer; afterwards the outcome of a send is unknown. */
  PROVIDER_TIMEOUT_MS: wholeNumber(30_000, 100, 300_000),
  /** How long a send may spend on quick retries before it continues in the background. */
  SEND_RETRY_MS: wholeNumber(3_000, 0, 60_000),
  /** After this a deferred send is given up. */
  SEND_DEFERRED_HOURS: wholeNumber(24, 1, 8_760),
  /** How long a send waits for its turn at the provider before it is deferred. */
  SEND_WAIT_MS: wholeNumber(5_000, 0, 60_000),
  /** After this a send without an outcome counts as failed. */
  SEND_UNRESOLVED_HOURS: wholeNumber(24, 1, 8_760),
  /** Deliveries of a paused webhook that are older than this are skipped when it returns. */
  WEBHOOK_PAUSE_KEEP_HOURS: wholeNumber(72, 1, 8_760),
  /** How long raw provider events are kept. */
  RAW_DAYS: wholeNumber(400, 1, 36_500),
  /** Where erasures of persons are noted outside of what a backup restores; without it a restore may bring them back. */
  ERASURES_DIR: z.string().nullable().default(null),
  /**
   * How long what persons said is kept, at least; for ever when unset. What is known of the persons stays. It bounds
   * RAW_DAYS, DELIVERY_DAYS and MEDIA_DAYS, and EVENTS_DAYS with RELAY_CONTENT=full.
   */
  MESSAGE_DAYS: days,
  /** The folder of the sealed copies of files; without it none are made. */
  MEDIA_STORE: z.string().nullable().default(null),
  /** How long a copy is kept; for ever when unset. */
  MEDIA_DAYS: days,
  /** Bytes of files that copies of one account may have; further files wait for room. */
  MEDIA_BYTES_PER_ACCOUNT: wholeNumber(10_737_418_240, 1_048_576),
  /** Waits before the retries of a delivery, such as `5s,1m,2h`; after the last retry it is given up. */
  WEBHOOK_RETRY_SCHEDULE: waits,
  /** How long events and their deliveries are kept; older ones cannot be recovered. */
  DELIVERY_DAYS: wholeNumber(400, 1, 36_500),
  /** Private subnets that webhooks may be sent to, in CIDR notation, separated by commas. */
  WEBHOOK_ALLOWED_SUBNETS: subnets,
  /** How long the stream of facts keeps them. */
  EVENTS_DAYS: wholeNumber(30, 1, 3_650),
  /** How often checkpoints of the trees of hashes over facts are signed. */
  SEAL_MINUTES: wholeNumber(60, 1, 1_440),
  /** In which hour of the day (UTC) the tree of one account is compared with the log; `off` for never. */
  SELF_AUDIT_HOUR: hour(5),
  /** The content of the stream of facts. `ids`: no personal data. `full`: everything except raw provider payloads. */
  RELAY_CONTENT: z.enum(['ids', 'full']).default('ids'),
  /**
   * `held`, for the first start after a restore: no webhook is delivered, and the sends that are open then are
   * suspended.
   */
  DISPATCH: z.enum(['on', 'held']).default('on'),
  /**
   * The work of a projectors process. `projector`: the read models; `workers`: everything else; `all`: both, which fits on
   * one core; `relay`: only the stream of facts, which `workers` also publish. Of several processes with a role one
   * works, and the others stand by.
   */
  PROJECTORS_ROLE: z.enum(['all', 'projector', 'workers', 'relay']).default('all'),
  /**
   * How many partitions new tables of the read models get: each is kept by one process at a time, which bounds one core.
   */
  PROJECTOR_PARTITIONS: wholeNumber(1, 1, 64),
  /**
   * In how many partitions intake records what providers post: each is led by one process at a time, which bounds one
   * core. All processes need the same number; one with another number waits until no process has the former.
   */
  INTAKE_PARTITIONS: wholeNumber(1, 1, 16),
  /** Connections of a process to the read models; it has four more to the vault. */
  DATABASE_POOL: wholeNumber(8, 1, 500),
  /** Collector of spans, by OTLP over HTTP as JSON; without this address or the next one no spans are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('the collector of traces').nullable().default(null),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress('the collector of traces')
    .nullable()
    .default(null),
  /** `otlp` exports spans even without an address, to a collector on this machine; `none` exports none. */
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).nullable().default(null),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape)

type Given = z.output<typeof Settings>

/** What waits to be sent must not expire before. */
const Environment = Settings.superRefine((given, context) => {
  const { MESSAGE_DAYS: kept, SEND_DEFERRED_HOURS, SEND_UNRESOLVED_HOURS } = given
  const hours = Math.max(SEND_DEFERRED_HOURS, SEND_UNRESOLVED_HOURS)
  if (kept === null || kept * 24 >= hours) return
  const message = 'must not be shorter than SEND_DEFERRED_HOURS and SEND_UNRESOLVED_HOURS'
  context.addIssue({ code: 'custom', path: ['MESSAGE_DAYS'], message })
}).transform(boundByMessages)

/** Nothing that has what was said is kept for longer. */
function boundByMessages(given: Given): Given {
  const most = given.MESSAGE_DAYS
  if (most === null) return given
  const { RAW_DAYS, DELIVERY_DAYS, EVENTS_DAYS, MEDIA_DAYS, RELAY_CONTENT } = given
  return {
    ...given,
    RAW_DAYS: Math.min(RAW_DAYS, most),
    DELIVERY_DAYS: Math.min(DELIVERY_DAYS, most),
    MEDIA_DAYS: Math.min(MEDIA_DAYS ?? most, most),
    EVENTS_DAYS: RELAY_CONTENT === 'full' ? Math.min(EVENTS_DAYS, most) : EVENTS_DAYS,
  }
}

export type Config = z.output<typeof Environment>

/** Reads the settings; an empty variable counts as unset. @throws WrongSettings naming invalid variables, never their values */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const read = Environment.safeParse(Object.fromEntries(given))
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path, message }) => `  ${String(path[0])} ${message}`)
  throw new WrongSettings(
    `invalid environment variables; correct them and start again:\n${faults.join('\n')}`,
  )
}
