import { INSTALLATION } from '../../vault/installation.ts'
import type { CallResult } from '../call-result.ts'
import type { Silence } from '../gateway-calls.ts'
import type { WahaClient } from './waha-client.ts'

/** Probes have a tenant of their own, so that they share no place with any account's calls. */
const PROBE = { account_id: INSTALLATION, id: 'probe' }
const MAX_WAIT_MS = 5_000

/**
 * Asks a gateway for a sign of life, the same for all its sessions. What it answers does not matter, unless it is a fault,
 * such as that of a proxy before a gateway that is gone.
 * @throws Error when other calls leave no place: that says nothing of the gateway
 */
export async function probeGateway(client: Pick<WahaClient, 'take'>): Promise<Silence | null> {
  const place = await client.take(PROBE, MAX_WAIT_MS)
  if (place === null) throw new Error('a probe found no place among the calls to its gateway')
  return silenceIn(await place.call('GET', '/api/server/status').finally(place.leave))
}

function silenceIn(result: CallResult): Silence | null {
  if (result.kind === 'not_sent') return 'unreachable'
  if (result.kind === 'unknown') return 'no_answer'
  return result.answer.status >= 500 ? 'failing' : null
}
