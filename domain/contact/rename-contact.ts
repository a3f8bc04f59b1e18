import { BOUNDS } from '../bounds.ts'
import { type Decide, refuse } from '../decision.ts'
import { isOlder } from '../provider-clock.ts'
import { withoutUnstorable } from '../storable.ts'
import type { Contact } from './contact.ts'
import type { ContactRenamed } from './events.ts'

const MAX_NAME_CHARS = BOUNDS.name.most

export type RenameContact = {
  /** null clears it. */
  name: string | null
  source: 'api' | 'provider'
  /** Whether the name is that of the business's address book. */
  listed?: boolean
  /** When the provider told it, by its clock; a caller's counts when it comes. */
  said_at?: string | undefined
  at: string
}

/**
 * Names the contact. A provider's profile name counts only while no API call has set one, and is cut at 120
 * characters; an empty one is ignored, and one that is older than a name that the provider told. A name in the
 * address book counts for a contact that has none, or that has its name from there.
 */
export const renameContact: Decide<
  RenameContact,
  Contact,
  ContactRenamed,
  'contact_not_found' | 'name_too_long'
> = ({ name, source, listed = false, said_at, at }, state) => {
  if (state === null) return refuse('contact_not_found')
  if (source === 'provider') {
    const cut = profileName(name)
    if (cut === null || state.named_by_api || cut === state.name) return []
    if (listed && state.name !== null && !state.named_by_list) return []
    if (said_at !== undefined && isOlder(said_at, state.named_at)) return []
    const told = { ...(listed && ({ listed } as const)), ...(said_at && { said_at }) }
    return renameFacts(state.contact_id, { name: cut, source, ...told }, at)
  }
  if (name !== null && [...name].length > MAX_NAME_CHARS) return refuse('name_too_long')
  const known = name === null ? state.name === null : state.named_by_api && state.name === name
  return known ? [] : renameFacts(state.contact_id, { name, source }, at)
}

/**
 * A profile name as a contact can have it: trimmed, at most 120 characters (an emoji is one); null when it is empty.
 */
export function profileName(name: string | null): string | null {
  const storable = withoutUnstorable(name ?? '').trim()
  const cut = [...storable].slice(0, MAX_NAME_CHARS).join('').trim()
  return cut === '' ? null : cut
}

function renameFacts(
  contact_id: string,
  named: Omit<ContactRenamed['data'], 'contact_id' | 'renamed_at'>,
  at: string,
): readonly ContactRenamed[] {
  return [{ type: 'ContactRenamed', data: { contact_id, ...named, renamed_at: at } }]
}
