import type { LinkedIdentity } from '@recado/domain/contact/contact'

/** What a contact is linked to by a provider's word: a phone as it writes it is also what can be sent to. */
export function providerLinks(identity: LinkedIdentity): readonly LinkedIdentity[] {
  const { kind, value, match_key, connection_id } = identity
  const link = { kind, value, match_key, connection_id }
  return kind === 'phone' ? [link, { ...link, kind: 'wa_id' }] : [link]
}
