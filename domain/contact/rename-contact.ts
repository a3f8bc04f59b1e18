import { BOUNDS } from '../bounds.ts'
import { type Decide, refuse } from '../decision.ts'
import { withoutUnstorable } from '../storable.ts'
import type { Contact } from './contact.ts'
import type { ContactRenamed } from './events.ts'

const CONTACT_NAME_MAX = BOUNDS.name.most

export type RenameContact = {
  /** null clears it. */
  name: string | null
  source: 'api' | 'provider'
  at: string
}

/**
 * Names the contact. A provider's profile name counts only while no API call has set one, and is cut at 120
 * characters; an empty one is ignored.
 */
export const renameContact: Decide<
  RenameContact,
  Contact,
  ContactRenamed,
  'contact_not_found' | 'name_too_long'
> = ({ name, source, at }, state) => {
  if (state === null) return refuse('contact_not_found')
  if (source === 'provider') {
    const cut = profileName(name)
    if (cut === null || state.named_by_api || cut === state.name) return []
    return renamed(state.contact_id, cut, source, at)
  }
  if (name !== null && [...name].length > CONTACT_NAME_MAX) return refuse('name_too_long')
  const known = name === null ? state.name === null : state.named_by_api && state.name === name
  return known ? [] : renamed(state.contact_id, name, source, at)
}

/**
 * A profile name as a contact can have it: trimmed, at most 120 characters (an emoji is one); null when it is empty.
 */
export function profileName(name: string | null): string | null {
  const storable = withoutUnstorable(name ?? '').trim()
  const cut = [...storable].slice(0, CONTACT_NAME_MAX).join('').trim()
  return cut === '' ? null : cut
}

function renamed(
  contact_id: string,
  name: string | null,
  source: 'api' | 'provider',
  at: string,
): readonly ContactRenamed[] {
  return [{ type: 'ContactRenamed', data: { contact_id, name, source, renamed_at: at } }]
}
