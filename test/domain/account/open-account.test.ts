import { account } from '@recado/domain/account/account'
import { openAccount } from '@recado/domain/account/open-account'
import { test } from 'tap'
import { accountOpened } from '../../examples/account.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(account, openAccount)
const { opened_at: at, ...asked } = accountOpened.data

test('an account opens', async () => {
  given()
    .when({ ...asked, at })
    .appends(accountOpened)
})
test('opening an open account changes nothing', async () => {
  given(accountOpened)
    .when({ ...asked, at })
    .appends()
})
