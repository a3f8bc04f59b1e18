import type { ErasedKind, ErasedRecipient, PersonalDataFound } from '@recado/domain/erasure/events'
import { table } from '../engine/table.ts'

export type ErasureRow = {
  readonly id: string
  readonly account_id: string
  readonly kind: 'contact' | 'user' | 'account'
  readonly requested_at: string
  /** How much was found, by kind. */
  readonly found: Readonly<Partial<Record<ErasedKind, number>>>
  /** The files that the provider kept. */
  readonly left_at_provider: NonNullable<PersonalDataFound['data']['left_at_provider']> | null
  readonly recipients: readonly ErasedRecipient[]
  readonly listed_at: string | null
  readonly erased_at: string | null
  readonly keys: number | null
  readonly arrived: number
  readonly handled: number
  /** The position of the last fact of it that ended deliveries which waited. */
  readonly ended: number | null
}

/** The erasures; the id is that of what is erased. */
export const erasures = table<ErasureRow>({ name: 'erasures' })

/** The id is that of a claim or of a raw event, the contact the erased one. */
export const erasedIds = table<{ readonly id: string; readonly contact_id: string }>({
  name: 'erased_ids',
})
