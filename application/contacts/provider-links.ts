import type { LinkedIdentity } from '@recado/domain/contact/contact'

/** The links of a contact to a provider's identity: a phone as the provider writes it is also an address to send to. */
export function providerLinks(identity: LinkedIdentity): readonly LinkedIdentity[] {
  const { kind, value, match_key, connection_id } = identity
  const link = { kind, value, match_key, connection_id }
  return kind === 'phone' ? [link, { ...link, kind: 'wa_id' }] : [link]
}
