import { claimIdentity } from '@recado/domain/contact-identity/claim-identity'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type { IdentityReplaced } from '@recado/domain/contact-identity/events'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { releaseIdentity } from '@recado/domain/contact-identity/release-identity'
import { replaceIdentity } from '@recado/domain/contact-identity/replace-identity'
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
test('a claim says when the provider used the identity, and a later one does not make it older', async (t) => {
  const said_at = '2026-01-02T09:59:00.000Z'
  const claimed = { ...identityClaimed, data: { ...identityClaimed.data, said_at } }
  claiming()
    .when({ ...claim, said_at, at: claimed_at })
    .appends(claimed)
  const facts = [claimed, identityReleased, identityClaimed]
  const state = facts.reduce(contactIdentity.evolve, contactIdentity.initialState)
  t.match(state, { said_at, claimed_at })
})
test('a report from before the person continued under another identity claims nothing', async () => {
  const by = byOf('5521999990000')
  const replaced = replacedBy(by, '2026-01-02T10:00:00.000Z')
  const [before, after] = ['2026-01-02T09:59:59.000Z', '2026-01-02T10:00:01.000Z']
  claiming(replaced)
    .when({ ...claim, said_at: before, at: claimed_at })
    .refuses('identity_replaced')
  claiming(replaced)
    .when({ ...claim, said_at: after, at: claimed_at })
    .appends({ ...identityClaimed, data: { ...identityClaimed.data, said_at: after } })
  claiming(replaced)
    .when({ ...claim, at: claimed_at })
    .appends(identityClaimed)
})
test('a replacement is recorded once, and the twenty newest are kept', async (t) => {
  const at = '2026-01-03T09:00:00.000Z'
  const facts = Array.from({ length: 21 }, (_, n) =>
    replacedBy(byOf(`55219999900${n + 10}`), `2026-01-02T10:00:${n + 10}.000Z`),
  )
  const first = facts[0] as IdentityReplaced
  const { replaced_at: _, ...command } = first.data
  const replacing = deciding(contactIdentity, replaceIdentity)
  replacing(first)
    .when({ ...command, at })
    .appends()
  const again = { ...first, data: { ...first.data, replaced_at: at } }
  replacing(...facts)
    .when({ ...command, at })
    .appends(again)
  const state = facts.reduce(contactIdentity.evolve, contactIdentity.initialState)
  t.same(
    state?.replacements.map(({ said_at }) => said_at),
    facts.slice(1).map(({ data }) => data.said_at),
  )
})

const byOf = (digits: string) => ({ value: digits, match_key: digits })

function replacedBy(by: IdentityReplaced['data']['by'], said_at: string): IdentityReplaced {
  const { account_id, kind, match_key } = claim
  const data = { account_id, kind, match_key, by, said_at, replaced_at: said_at }
  return { type: 'IdentityReplaced', data }
}
