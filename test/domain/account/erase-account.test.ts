import { account } from '@recado/domain/account/account'
import { changePlan } from '@recado/domain/account/change-plan'
import { eraseAccount } from '@recado/domain/account/erase-account'
import { openAccount } from '@recado/domain/account/open-account'
import { test } from 'tap'
import { accountErased, accountId, accountOpened, planChanged } from '../../examples/account.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(account, eraseAccount)
const erase = { account_id: accountId, at: accountErased.data.erased_at }

test('an account is erased once', async () => {
  given(accountOpened, planChanged).when(erase).appends(accountErased)
  given(accountOpened, accountErased).when(erase).appends()
})

test('an account nobody opened is not erased', async () => {
  given().when(erase).refuses('account_not_found')
})

test('an erased account neither opens again nor changes', async () => {
  const { opened_at: at, ...asked } = accountOpened.data
  deciding(account, openAccount)(accountOpened, accountErased)
    .when({ ...asked, at })
    .appends()
  deciding(account, changePlan)(accountOpened, accountErased)
    .when({ account_id: accountId, plan: 'agency', at })
    .refuses('account_not_found')
})
