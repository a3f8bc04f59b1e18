import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { deliveryId, type Ids, webhookId } from '../ids.ts'

/** A webhook, and an address of it, where data about a person was delivered. */
export type Recipient = Ids<'webhook_id'> & {
  readonly target_url: string
  readonly delivered: number
  readonly first_at: string
  readonly last_at: string
}

/** Raw events looked up in one statement. */
const PORTION = 500

/**
 * To whom data about the person was delivered: GDPR art. 15 (1) (c) and art. 19 ask for it.
 * @param rawEvents ids of those about the person, which webhooks may have had as they were received
 */
export async function recipientsOf(
  contactIds: readonly string[],
  rawEvents: ReadonlySet<string>,
  run: Run,
): Promise<Recipient[]> {
  const recipients = new Map<string, Recipient>()
  addTo(recipients, await toldOf(contactIds, run))
  const ids = [...rawEvents]
  for (let n = 0; n < ids.length; n += PORTION)
    addTo(recipients, await passedOn(ids.slice(n, n + PORTION), run))
  const order = ({ target_url, webhook_id }: Recipient) => `${target_url} ${webhook_id}`
  return [...recipients.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

function addTo(recipients: Map<string, Recipient>, found: readonly Recipient[]): void {
  for (const one of found) {
    const name = `${one.webhook_id} ${one.target_url}`
    const known = recipients.get(name) ?? { ...one, delivered: 0 }
    const [first_at = one.first_at] = [known.first_at, one.first_at].sort()
    const last_at = [known.last_at, one.last_at].sort().at(-1) ?? one.last_at
    recipients.set(name, {
      ...known,
      delivered: known.delivered + one.delivered,
      ...{ first_at, last_at },
    })
  }
}

function toldOf(contactIds: readonly string[], run: Run): Promise<Recipient[]> {
  return run<Recipient>(sql`
    select d.webhook_id, d.target_url, count(*)::integer as delivered, min(d.delivered_at) as first_at,
      max(d.delivered_at) as last_at
    from conversations talk join deliveries d on d.conversation_id = talk.id
    where talk.contact_id = any(${contactIds}::uuid[]) and d.delivered_at is not null
    group by d.webhook_id, d.target_url`)
}

/** A raw event that was passed on belongs to no conversation. */
async function passedOn(ids: readonly string[], run: Run): Promise<Recipient[]> {
  const rows = await run<Ids<'event_id' | 'connection_id'>>(sql`
    select id as event_id, connection_id from raw_events
    where id = any(${ids}::uuid[]) and connection_id is not null`)
  const first = rows.map(({ event_id, connection_id }) =>
    deliveryId({ event_id, webhook_id: webhookId(connection_id) }),
  )
  return run<Recipient>(sql`
    select webhook_id, target_url, count(*)::integer as delivered, min(delivered_at) as first_at,
      max(delivered_at) as last_at
    from deliveries
    where (id = any(${first}::uuid[]) or again_of = any(${ids}::uuid[])) and delivered_at is not null
    group by webhook_id, target_url`)
}
