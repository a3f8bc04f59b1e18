import type { LinkedIdentity } from '@recado/domain/contact/contact'
import type { Contexts } from './contact-state.ts'
import type { ResolutionPolicy } from './resolution-policy.ts'

/** A person to be found or created, by what it is known by. */
export type Sought = {
  readonly account_id: string
  /** Who is meant; null: whoever the identities name, or somebody new. */
  readonly contact_id: string | null
  /** Strongest first; at least one unless a contact is meant. */
  readonly identities: readonly LinkedIdentity[]
  /** Identities that the person has given up for these. */
  readonly replaced?: readonly LinkedIdentity[]
  /** When the provider's word was said, ISO 8601: whoever was called so since then keeps what it has. */
  readonly said_at?: string
  readonly policy: ResolutionPolicy
  readonly contexts: Contexts
}
