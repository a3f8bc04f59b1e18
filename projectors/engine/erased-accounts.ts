import { SEAL_FIELDS } from '@recado/domain/seal/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type pg from 'pg'

type Erased = { readonly erased: Set<string> }

/** Facts about an erased account that are shown still: none of them changes a row that is removed. */
const STILL_SHOWN: ReadonlySet<string> = new Set([
  ...['PersonalDataListed', 'PersonErased', 'UserKeysDestroyed', 'AccountKeysDestroyed'],
  'RetentionApplied',
  // Sealing begins where the rows of the tree end, and each later fact of the account is a leaf too.
  ...Object.keys(SEAL_FIELDS),
])

/** The accounts whose erasure the read models show. */
export async function readErased(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('select id from erased_accounts')
  return new Set(rows.map(({ id }) => id))
}

/**
 * Whether a fact belongs to an account that was erased before it. Its rows are being removed by somebody else, and a row
 * that the projector has cached must not come back.
 */
export function isOfErased({ erased }: Erased, { type, metadata }: RecordedEvent): boolean {
  const { account_id } = metadata
  return account_id !== null && erased.has(account_id) && !STILL_SHOWN.has(type)
}

/** Notes accounts that a batch has erased, once it is committed. */
export function noteErased({ erased }: Erased, events: readonly RecordedEvent[]): void {
  for (const { type, metadata } of events)
    if (type === 'AccountErased' && metadata.account_id !== null) erased.add(metadata.account_id)
}
