import type { Registry } from '@recado/application/registry/registry'
import { openGateway } from '@recado/application/sending/sending'
import { NATIVE_EVENTS } from '@recado/contract/whatsapp-event-names'
import { doubling } from '@recado/infra/concurrency/backoff'
import type { Config } from '@recado/infra/config'
import { ensureSession } from '@recado/infra/providers/waha/ensure-session'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Vault } from '@recado/infra/vault/vault'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'

export type SessionsOptions = ReactorOptions & {
  readonly config: Pick<
    Config,
    'PROVIDER_TIMEOUT_MS' | 'PUBLIC_URL' | 'WAHA_API_KEY' | 'WAHA_HMAC_KEY' | 'WAHA_URL'
  >
  readonly registry: Pick<Registry, 'connections'>
  readonly vault: Pick<Vault, 'get'>
}

const ROUND_MS = 500
const MOST_AT_ONCE = 16
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000
/** A session that was made tells of itself within moments; if not, it is told again where to. */
const SILENCE_MS = 60_000

/**
 * Makes the gateway's session of every freemium connection that is `pending`. Once the session tells of itself
 * the connection is pending no longer: so what is done is known from the log alone, and a failure, a crash or a
 * gateway that is away leaves the connection pending and is tried again. Runs until the signal aborts.
 */
export async function runSessions(options: SessionsOptions): Promise<void> {
  const { config, log } = options
  const gateway = openGateway(config)
  if (gateway === null) return
  if (config.PUBLIC_URL === null)
    log.warn({}, 'set PUBLIC_URL: without it no session can be paired')
  await runReactor(options, {
    role: 'sessions',
    failure: 'sessions are looked after again in a moment',
    work: inRounds(ROUND_MS, MOST_AT_ONCE, () => {
      const due: Due = new Map()
      return () => round(options, gateway, due)
    }),
  })
  await gateway.close()
}

type Gateway = NonNullable<ReturnType<typeof openGateway>>
type Due = Map<string, { at: number; failures: number }>

async function round(options: SessionsOptions, gateway: Gateway, due: Due): Promise<void> {
  const now = performance.now()
  const pending = [...options.registry.connections()].filter(isPending)
  const asked = pending.filter(({ id }) => (due.get(id)?.at ?? 0) <= now).slice(0, MOST_AT_ONCE)
  await Promise.all(asked.map((connection) => look(options, gateway, due, connection)))
  for (const id of due.keys()) if (!pending.some((one) => one.id === id)) due.delete(id)
}

async function look(
  options: SessionsOptions,
  gateway: Gateway,
  due: Due,
  connection: ConnectionEntry,
): Promise<void> {
  try {
    await ensureSession(gateway, await orderOf(options, connection))
    due.set(connection.id, { at: performance.now() + SILENCE_MS, failures: 0 })
  } catch (err) {
    const failures = (due.get(connection.id)?.failures ?? 0) + 1
    const wait = doubling(failures - 1, FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
    due.set(connection.id, { at: performance.now() + wait, failures })
    options.log.warn({ err, connection_id: connection.id }, 'a session is not made yet')
  }
}

async function orderOf({ config, vault }: SessionsOptions, connection: ConnectionEntry) {
  const { id: connection_id, account_id, session, secret_refs, phone_number_digits } = connection
  const reference = secret_refs.hmac_key
  const hmac_key = reference ? await vault.get(account_id, reference) : config.WAHA_HMAC_KEY
  if (hmac_key === null) throw new Error('set WAHA_HMAC_KEY, or register with a hmac_key')
  if (config.PUBLIC_URL === null) throw new Error('set PUBLIC_URL')
  const known = phone_number_digits === null ? {} : { phone_number: phone_number_digits }
  return {
    name: session ?? '',
    hook_url: `${config.PUBLIC_URL}/hooks/waha/${connection_id}`,
    hmac_key,
    events: NATIVE_EVENTS.freemium,
    metadata: { connection_id, account_id, ...known },
  }
}

function isPending({ type, status, session }: ConnectionEntry): boolean {
  return type === 'freemium' && status === 'pending' && session !== null
}
