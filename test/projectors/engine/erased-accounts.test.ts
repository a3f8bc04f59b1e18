import { accountsProjection } from '@recado/projectors/read-models/accounts'
import { usersProjection } from '@recado/projectors/read-models/users'
import { test } from 'tap'
import { accountErased, accountId, accountOpened, planChanged } from '../../examples/account.ts'
import { developerAdded, developerMadeOwner, ownerAdded } from '../../examples/user.ts'
import { projecting, recorded } from '../../kit/projecting.ts'

const anotherId = '6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a02'
const of = { account_id: accountId }

test('what is removed of an erased account does not come back', async (t) => {
  const db = await projecting([accountsProjection, usersProjection])
  t.teardown(() => db.close())
  const users = () => db.query<{ id: string }>('select id from users')
  await db.given(
    recorded(`account-${accountId}`, accountOpened, of),
    recorded(`user-${accountId}`, ownerAdded, of),
    recorded(`user-${accountId}`, developerAdded, of),
  )
  await db.given(recorded(`account-${accountId}`, accountErased, of))
  t.same(await db.query('select id, removed from erased_accounts'), [
    { id: accountId, removed: false },
  ])
  // As the erasure does, beside the projector, which has cached the rows.
  await db.query('delete from users')
  const late = [
    recorded(`user-${accountId}`, developerMadeOwner, of),
    recorded(`user-${accountId}`, ownerAdded, of),
    recorded(`account-${accountId}`, planChanged, of),
  ]
  t.same(await db.given(...late), { parked: 0 })
  t.same(await users(), [])
  await db.restart()
  await db.given(recorded(`user-${accountId}`, ownerAdded, of))
  t.same(await users(), [], 'another process knows it too')
  t.same(await db.query('select id from accounts'), [])

  const other = { ...developerAdded, data: { ...developerAdded.data, account_id: anotherId } }
  await db.given(recorded(`user-${anotherId}`, other, { account_id: anotherId }))
  t.equal((await users()).length, 1, 'others go on')
})
