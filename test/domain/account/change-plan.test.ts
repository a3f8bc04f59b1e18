import { account } from '@recado/domain/account/account'
import { changePlan } from '@recado/domain/account/change-plan'
import { test } from 'tap'
import { accountId, accountOpened, planChanged } from '../../examples/account.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(account, changePlan)
const { changed_at: at } = planChanged.data
const toAgency = { account_id: accountId, plan: 'agency', at } as const

test('an account changes its plan', async () => {
  given(accountOpened).when(toAgency).appends(planChanged)
})
test('the current plan is no change', async () => {
  given(accountOpened, planChanged).when(toAgency).appends()
})
test('an account nobody opened has no plan to change', async () => {
  given().when(toAgency).refuses('account_not_found')
})
