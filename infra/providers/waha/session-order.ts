import type { Config } from '../../config.ts'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { Vault } from '../../vault/vault.ts'
import type { SessionOrder } from './ensure-session.ts'
import { wahaHook } from './hook.ts'
import { WAHA_EVENTS } from './native-events.ts'

/** The configuration of a connection's session. @throws Error without PUBLIC_URL, or without a key that signs hooks */
export async function sessionOrder(
  { config, vault }: { readonly config: SessionConfig; readonly vault: Pick<Vault, 'get'> },
  connection: ConnectionEntry,
): Promise<SessionOrder> {
  const { id: connection_id, account_id, session, secret_refs, phone_number_digits } = connection
  const { gateway_id, placement } = connection
  const reference = secret_refs.hmac_key
  const hmac_key = reference ? await vault.get({ account_id, reference }) : config.WAHA_HMAC_KEY
  if (hmac_key === null) throw new Error('set WAHA_HMAC_KEY, or register with a hmac_key')
  if (config.PUBLIC_URL === null) throw new Error('set PUBLIC_URL: the gateway posts events to it')
  const known = phone_number_digits === null ? {} : { phone_number: phone_number_digits }
  return {
    name: session ?? '',
    hook_url: `${config.PUBLIC_URL}/hooks/${wahaHook.path}/${connection_id}`,
    hmac_key,
    events: WAHA_EVENTS,
    metadata: { connection_id, account_id, ...known, ...placeOf(gateway_id, placement) },
  }
}

/** Every event of the session repeats where it was made: the number may have left it behind by then. */
function placeOf(gateway_id: string | null, placement: number) {
  return {
    ...(gateway_id !== null && { gateway_id }),
    ...(placement > 0 && { placement: String(placement) }),
  }
}

type SessionConfig = Pick<Config, 'PUBLIC_URL' | 'WAHA_HMAC_KEY'>
