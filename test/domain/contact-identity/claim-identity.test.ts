import { claimIdentity } from '@recado/domain/contact-identity/claim-identity'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { releaseIdentity } from '@recado/domain/contact-identity/release-identity'
import { test } from 'tap'
import { anotherContactId, identityClaimed, identityReleased } from '../../examples/contact.ts'
import { deciding } from '../../kit/deciding.ts'

const claiming = deciding(contactIdentity, claimIdentity)
const releasing = deciding(contactIdentity, releaseIdentity)
const { claimed_at, ...claim } = identityClaimed.data
const { released_at, ...release } = identityReleased.data

test('a free identity can be claimed', async () => {
  claiming()
    .when({ ...claim, at: claimed_at })
    .appends(identityClaimed)
})
test('claiming twice does it once', async () => {
  claiming(identityClaimed)
    .when({ ...claim, at: released_at })
    .appends()
})
test('an identity names one contact', async () => {
  const other = { ...claim, contact_id: anotherContactId, at: released_at }
  claiming(identityClaimed).when(other).refuses('identity_claimed')
})
test('a released identity is free', async () => {
  const other = { ...claim, contact_id: anotherContactId, at: claimed_at }
  const { contact_id } = other
  claiming(identityClaimed, identityReleased)
    .when(other)
    .appends({ ...identityClaimed, data: { ...identityClaimed.data, contact_id } })
})
test('only the current owner can release an identity', async () => {
  releasing(identityClaimed)
    .when({ ...release, at: released_at })
    .appends(identityReleased)
  releasing()
    .when({ ...release, at: released_at })
    .appends()
  releasing(identityClaimed)
    .when({ ...release, contact_id: anotherContactId, at: released_at })
    .appends()
})
test('a release says when the provider told what ends the claim', async () => {
  const said_at = '2026-01-02T09:59:00.000Z'
  releasing(identityClaimed)
    .when({ ...release, said_at, at: released_at })
    .appends({ ...identityReleased, data: { ...identityReleased.data, said_at } })
})
test('equal identities have the same match key', async (t) => {
  t.equal(matchKey('phone', '+55 31 8765-4321'), '5531987654321')
  t.equal(matchKey('username', ' @Ana.Reis'), 'ana.reis')
  t.equal(matchKey('business_scoped_user_id', 'BR.1a'), 'BR.1a')
  t.equal(matchKey('phone', 'nobody'), '')
})
