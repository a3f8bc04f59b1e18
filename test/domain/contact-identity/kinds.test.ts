import type { IdentityKind } from '@recado/domain/contact-identity/events'
import {
  CLAIMED_KINDS,
  IDENTITY_KINDS,
  isClaimed,
  SHOWN_KINDS,
  strongestFirst,
} from '@recado/domain/contact-identity/kinds'
import { test } from 'tap'

/** A new kind does not compile until it is listed here; then IDENTITY_KINDS must have it too. */
const EVERY_KIND: Readonly<Record<IdentityKind, true>> = {
  phone: true,
  wa_id: true,
  username: true,
  business_scoped_user_id: true,
  parent_business_scoped_user_id: true,
  lid: true,
}

test('every kind has its place in the order of strength, once', async (t) => {
  t.same([...IDENTITY_KINDS].sort(), Object.keys(EVERY_KIND).sort())
})

test('the lists of claimed and shown kinds keep that order', async (t) => {
  t.same(
    CLAIMED_KINDS,
    IDENTITY_KINDS.filter((kind) => isClaimed({ kind })),
  )
  t.same(
    SHOWN_KINDS,
    CLAIMED_KINDS.filter((kind) => kind !== 'lid'),
  )
})

test('the strongest identity comes first, whatever the order of the input', async (t) => {
  const given = [{ kind: 'username' }, { kind: 'lid' }, { kind: 'phone' }] as const
  t.same(
    strongestFirst(given).map(({ kind }) => kind),
    ['phone', 'username', 'lid'],
  )
})
