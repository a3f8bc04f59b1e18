import { includesOfficial, PLANS } from '@recado/domain/account/plan'
import { test } from 'tap'

test('every plan but the basic one includes what official numbers need', async (t) => {
  t.same(
    PLANS.filter((plan) => includesOfficial(plan)),
    ['official', 'agency'],
  )
})
