import { account } from '@recado/domain/account/account'
import { changePlan } from '@recado/domain/account/change-plan'
import { test } from 'tap'
import { accountId, accountOpened, planChanged } from '../../examples/account.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(account, changePlan)
const { changed_at: at } = planChanged.data
const toAgency = { account_id: accountId, plan: 'agency', at } as const

test('an account changes its plan', async (t) => {
  given(accountOpened).when(toAgency).appends(t, planChanged)
})
test('the plan it has is no change', async (t) => {
  given(accountOpened, planChanged).when(toAgency).appendsNothing(t)
})
test('an account nobody opened has no plan to change', async (t) => {
  given().when(toAgency).refuses(t, 'account_not_found')
})
