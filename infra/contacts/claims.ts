import { claimIdentity } from '@recado/domain/contact-identity/claim-identity'
import {
  type ContactIdentity,
  contactIdentity,
} from '@recado/domain/contact-identity/contact-identity'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { isRefusal } from '@recado/domain/decision'
import type { Loaded } from '../event-store/aggregate-cache.ts'
import { RevisionConflict } from '../event-store/errors.ts'
import type { ExecuteDeps } from '../event-store/execute.ts'
import { type CommandContext, newEvents } from '../event-store/fact-metadata.ts'
import { load } from '../event-store/load.ts'
import { NAMESPACES, uuidOf } from '../uuid-v5.ts'

/** One identity of one account, by what equal ones share. */
export type Claimable = {
  readonly account_id: string
  readonly kind: IdentityKind
  readonly match_key: string
}

/** The stream in which an identity is claimed. */
export function claimStream({ account_id, kind, match_key }: Claimable): string {
  const id = uuidOf(NAMESPACES.contactIdentity, account_id, kind, match_key)
  return `${contactIdentity.category}-${id}`
}

/** Whom the identity names, straight from the log; null when nobody. */
export async function claimant(deps: ExecuteDeps, identity: Claimable): Promise<string | null> {
  const { state } = await load(deps, contactIdentity, claimStream(identity))
  return state?.contact_id ?? null
}

/**
 * Makes the identity name a contact unless it names one already. Whoever loses the race is told the winner.
 * @param contactId null for a new person, whose id comes from the claim's stream and revision, so that a
 * replay names the same one
 * @returns the contact that the identity names from now on
 */
export async function claim(
  deps: ExecuteDeps,
  identity: Claimable,
  contactId: string | null,
  context: CommandContext,
): Promise<string> {
  const stream = claimStream(identity)
  let loaded: Loaded<ContactIdentity> | undefined
  for (;;) {
    loaded = await load(deps, contactIdentity, stream, loaded)
    if (loaded.state !== null) return loaded.state.contact_id
    const { revision } = loaded
    const contact_id =
      contactId ?? uuidOf(NAMESPACES.contact, stream, String((revision ?? -1n) + 1n))
    const at = context.now().toISOString()
    const facts = claimIdentity({ ...identity, contact_id, at }, loaded.state)
    if (isRefusal(facts)) return facts.detail ?? contact_id
    try {
      await deps.store.append(stream, revision ?? 'no_stream', newEvents(facts, context))
      return contact_id
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
    }
  }
}
