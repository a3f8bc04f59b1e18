import type { LinkedIdentity } from '@recado/domain/contact/contact'
import type { Contexts } from './contact-state.ts'
import type { ResolutionPolicy } from './resolution-policy.ts'

/** A person to find or create. */
export type PersonQuery = {
  readonly account_id: string
  /** The contact meant; null for the one that the identities name, or a new one. */
  readonly contact_id: string | null
  /** Strongest first; at least one unless `contact_id` is given. */
  readonly identities: readonly LinkedIdentity[]
  /** Which name the person too, by an earlier report of the same message or on other connections; they are not looked up. */
  readonly known_as?: readonly LinkedIdentity[]
  /** Identities that these replace. */
  readonly replaced?: readonly LinkedIdentity[]
  /** When the provider said so, ISO 8601: an identity that another contact has claimed since then stays there. */
  readonly said_at?: string
  readonly policy: ResolutionPolicy
  readonly contexts: Contexts
}
