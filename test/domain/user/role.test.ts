import { type Right, ROLES, rightsOf } from '@recado/domain/user/role'
import { test } from 'tap'

test('each role has the rights of the next one, and more', async (t) => {
  const rights: Readonly<Record<string, readonly Right[]>> = {
    owner: ['read', 'write', 'owner'],
    developer: ['read', 'write'],
    viewer: ['read'],
  }
  t.same(Object.fromEntries(ROLES.map((role) => [role, rightsOf(role)])), rights)
})
