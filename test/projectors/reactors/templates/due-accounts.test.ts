import type { BusinessAccount } from '@recado/projectors/reactors/templates/business-accounts'
import { dueAccounts } from '@recado/projectors/reactors/templates/due-accounts'
import { test } from 'tap'

const account = (key: string) => ({ key }) as BusinessAccount
const [one, other] = [account('one'), account('other')]
const all = [one, other]
const INTERVAL = 900_000

test('a business account is due when it is first seen and after each interval', async (t) => {
  const due = dueAccounts(INTERVAL)
  t.same(due.take([one], 0, 4), [one])
  t.same(due.take(all, 0, 4), [other], 'the sync of one is running')
  due.done('one', 1_000, true)
  t.same(due.take(all, 1_000 + INTERVAL - 1, 4), [])
  t.same(due.take(all, 1_000 + INTERVAL, 4), [one])
})
test('no more accounts are taken than asked for', async (t) => {
  const due = dueAccounts(INTERVAL)
  t.same(due.take(all, 0, 1), [one])
  t.same(due.take(all, 0, 0), [])
  t.same(due.take(all, 0, 1), [other])
})
test('an account whose sync failed is due again within a minute', async (t) => {
  const due = dueAccounts(INTERVAL)
  due.take([one], 0, 1)
  due.done('one', 0, false)
  t.same(due.take([one], 59_999, 1), [])
  t.same(due.take([one], 60_000, 1), [one])
})
test('a webhook about templates makes an account due at once, also while its sync is running', async (t) => {
  const due = dueAccounts(INTERVAL)
  due.take([one], 0, 1)
  due.hurry('one')
  t.same(due.take([one], 1, 1), [])
  due.done('one', 2, true)
  t.same(due.take([one], 2, 1), [one])
  due.done('one', 3, true)
  t.same(due.take([one], 4, 1), [])
  due.hurry('one')
  t.same(due.take([one], 5, 1), [one])
})
