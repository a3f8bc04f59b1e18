import type {
  ContactCreated,
  ContactIdentityLinked,
  ContactRenamed,
} from '@recado/domain/contact/events'
import type { IdentityClaimed, IdentityReleased } from '@recado/domain/contact-identity/events'
import { accountId } from './account.ts'
import { connectionId } from './connection.ts'

export const contactId = '4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01'
export const anotherContactId = '4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d02'

export const identityClaimed: IdentityClaimed = {
  type: 'IdentityClaimed',
  data: {
    account_id: accountId,
    kind: 'phone',
    match_key: '5531987654321',
    contact_id: contactId,
    claimed_at: '2026-01-01T10:00:00.000Z',
  },
}

export const identityReleased: IdentityReleased = {
  type: 'IdentityReleased',
  data: {
    account_id: accountId,
    kind: 'phone',
    match_key: '5531987654321',
    contact_id: contactId,
    released_at: '2026-01-02T10:00:00.000Z',
  },
}

export const contactCreated: ContactCreated = {
  type: 'ContactCreated',
  data: { contact_id: contactId, created_at: '2026-01-01T10:00:00.000Z' },
}

export const contactNamed: ContactRenamed = {
  type: 'ContactRenamed',
  data: {
    contact_id: contactId,
    name: 'Ana',
    source: 'provider',
    renamed_at: '2026-01-01T10:00:00.000Z',
  },
}

export const phoneLinked: ContactIdentityLinked = {
  type: 'ContactIdentityLinked',
  data: {
    contact_id: contactId,
    kind: 'phone',
    value: '553187654321',
    match_key: '5531987654321',
    connection_id: connectionId,
    linked_at: '2026-01-01T10:00:00.000Z',
  },
}
