import { requestHeaders, unixSeconds } from '@recado/application/webhooks/request-headers'
import type { PendingDelivery } from '@recado/projectors/webhooks/dispatcher/pending-delivery'
import { signaturesOf } from '@recado/projectors/webhooks/dispatcher/sign'
import { Pool } from 'undici'
import { SECRET } from './dispatcher.ts'
import type { Lab } from './lab.ts'

/** A delivery and the address it is posted to. */
export type Addressed = { readonly url: string; readonly pending: PendingDelivery }

/**
 * The raw limit: one pool for each endpoint, and a loop that signs and posts, `atOnce` at a time. A refused connection
 * is not an error here either.
 */
export function bareDeliveries(
  lab: Lab,
  connections: number,
  atOnce: number,
): (all: readonly Addressed[]) => Promise<void> {
  const pools = new Map<string, Pool>()
  lab.after(() => Promise.all([...pools.values()].map((pool) => pool.destroy())))
  const poolOf = (owner: string, url: string) => {
    const pool = pools.get(owner) ?? new Pool(new URL(url).origin, { connections })
    pools.set(owner, pool)
    return pool
  }
  const post = async ({ url, pending }: Addressed) => {
    const at = new Date().toISOString()
    const { event_id, connection_id, body } = pending
    const signed = signaturesOf([SECRET], event_id, unixSeconds(at), body)
    const headers = requestHeaders(pending, { ...signed, at })
    const request = { method: 'POST', path: '/hook', headers, body } as const
    const answer = await poolOf(connection_id, url).request(request)
    await answer.body.dump()
  }
  return async (all) => {
    let next = 0
    const worker = async () => {
      for (let one = all[next++]; one !== undefined; one = all[next++])
        await post(one).catch(orRefused)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
}

function orRefused(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ECONNREFUSED') throw error
}
