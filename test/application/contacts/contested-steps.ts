import type { Step } from './steps.ts'

const ANA = '5511911110001'
const BIA = '5511911110002'
const portfolio = { business_scoped_user_id: 'BR.1', parent_business_scoped_user_id: 'BR.ENT.1' }

/** Steps that once failed when run concurrently; `schedule` is the seed and path of the failing order. */
type Contested = {
  readonly rule: string
  readonly steps: readonly Step[]
  readonly schedule?: { readonly seed: number; readonly path: string }
}

/** Failures of the past, each with the rule that was broken. */
export const CONTESTED: readonly Contested[] = [
  {
    rule: 'who claims for somebody, and then finds the person to be another one, leaves no claim behind',
    steps: [
      { does: 'learns', said: { phone: ANA }, lid: '77' },
      {
        does: 'changes',
        said: { phone: ANA },
        to: { phone: ANA, business_scoped_user_id: 'BR.1' },
      },
      { does: 'learns', said: { phone: BIA }, lid: '77' },
      { does: 'send', said: { phone: ANA, ...portfolio, username: 'ana' } },
      { does: 'hears', said: { phone: BIA, ...portfolio }, isTwice: false },
      { does: 'post', said: { ...portfolio, username: 'bia' } },
    ],
    schedule: { seed: 1, path: '48' },
  },
  {
    rule: 'what moves to another person is not linked to the one who is only being created',
    steps: [
      { does: 'learns', said: { phone: ANA }, lid: '77' },
      { does: 'send', said: { username: 'ana' } },
      { does: 'hears', said: { phone: ANA, username: 'ana' }, isTwice: false },
      { does: 'hears', said: { phone: BIA, username: 'ana' }, isTwice: false },
    ],
    schedule: { seed: 1, path: '469' },
  },
  {
    rule: 'an entry of the address book that is left as it is leaves no claim behind',
    steps: [
      { does: 'send', said: { username: 'ana' } },
      { does: 'lists', said: { business_scoped_user_id: 'BR.1', phone: ANA, username: 'ana' } },
    ],
  },
]
