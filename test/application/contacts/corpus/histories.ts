import fc from 'fast-check'

/** Numbers of a business: two of one business account, one of another, and one at a gateway. */
export const NUMBERS = ['first', 'second', 'abroad', 'gateway'] as const
export type BusinessNumber = (typeof NUMBERS)[number]
export type OfficialNumber = Exclude<BusinessNumber, 'gateway'>

/** The identities of a person that one report shows. */
export type Shown = {
  readonly phone?: string
  readonly user_id?: string
  readonly lid?: string
  readonly username?: string
}

/** What a provider reports of a person, and who that person is. */
export type Report = {
  readonly who: number
  readonly on: BusinessNumber
  readonly second: number
} & (
  | { readonly kind: 'message'; readonly id: string; readonly shown: Shown }
  | { readonly kind: 'card'; readonly id: string; readonly shown: Shown; readonly given: string }
  | {
      readonly kind: 'change'
      readonly form: 'system' | 'update'
      readonly before: Shown
      readonly after: Shown
    }
)

/** The order in which reports arrive: in posts, each with the repeats that the provider makes of it. */
export type Arrivals = readonly (readonly Report[])[]

const person = fc.nat(2)
const official = fc.constantFrom<OfficialNumber>('first', 'second', 'abroad')
const username = fc.option(fc.constantFrom('ana', 'bia'), { nil: undefined })

const happening = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('writes' as const),
      who: person,
      on: official,
      by: fc.constantFrom<'both' | 'id' | 'phone'>('both', 'id', 'phone'),
      username,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('chats' as const),
      who: person,
      by: fc.constantFrom<'both' | 'phone' | 'lid' | 'each'>('both', 'phone', 'lid', 'each'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('moves' as const),
      who: person,
      isReused: fc.boolean(),
      told: fc.subarray(['first', 'abroad'] as const),
      form: fc.constantFrom<'system' | 'update'>('system', 'update'),
      isBare: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('gives' as const), who: person, on: official }),
  },
)

/** What people do: write by what a business sees of them, change their number, and give it. */
export type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

type Truth = {
  readonly phones: string[]
  readonly portfolios: Record<'home' | 'abroad', string[]>
  readonly free: string[]
  minted: number
}

const portfolioOf = (on: BusinessNumber) => (on === 'abroad' ? 'abroad' : 'home')

function beginning(): Truth {
  const ids = (of: string) => [0, 1, 2].map((who) => `BR.${of}${who}`)
  const phones = [0, 1, 2].map((who) => `551191111000${who}`)
  return { phones, portfolios: { home: ids('H'), abroad: ids('A') }, free: [], minted: 0 }
}

/** The reports of what happened, in the order in which it happened. */
function reportsOf(happenings: readonly Happening[]): readonly Report[] {
  const truth = beginning()
  // Two seconds apart, since providers tell times in seconds.
  return happenings.flatMap((one, n) => report(truth, one, n, 2 * n))
}

function report(truth: Truth, one: Happening, n: number, second: number): readonly Report[] {
  const { who } = one
  const phone = String(truth.phones[who])
  const id = `m${n}`
  switch (one.does) {
    case 'writes': {
      const user_id = String(truth.portfolios[portfolioOf(one.on)][who])
      const by = { both: { phone, user_id }, id: { user_id }, phone: { phone } }[one.by]
      const shown = one.username === undefined ? by : { ...by, username: one.username }
      return [{ kind: 'message', who, on: one.on, second, id, shown }]
    }
    case 'chats': {
      const lid = `90000${who}`
      const both = { phone, lid }
      const ways = { both: [both], phone: [{ phone }], lid: [{ lid }], each: [{ phone }, { lid }] }
      const shows: readonly Shown[] = ways[one.by]
      return shows.map((shown) => ({ kind: 'message', who, on: 'gateway', second, id, shown }))
    }
    case 'gives': {
      const user_id = String(truth.portfolios[portfolioOf(one.on)][who])
      return [{ kind: 'card', who, on: one.on, second, id, shown: { user_id }, given: phone }]
    }
    case 'moves':
      return move(truth, one, second)
  }
}

/** A person gets another number, and another id in each portfolio; the provider announces it on some numbers. */
function move(
  truth: Truth,
  { who, isReused, told, form, isBare }: Happening & { does: 'moves' },
  second: number,
): readonly Report[] {
  const old = String(truth.phones[who])
  const phone =
    (isReused ? truth.free.shift() : undefined) ??
    `55119222200${String(truth.minted).padStart(2, '0')}`
  truth.minted += 1
  truth.free.push(old)
  truth.phones[who] = phone
  const known = { home: truth.portfolios.home[who], abroad: truth.portfolios.abroad[who] }
  for (const portfolio of ['home', 'abroad'] as const)
    truth.portfolios[portfolio][who] =
      `BR.${portfolio === 'home' ? 'H' : 'A'}${who}x${truth.minted}`
  return told.map((on) => {
    const portfolio = portfolioOf(on)
    const user_id = String(truth.portfolios[portfolio][who])
    const ids = { old, phone, known: String(known[portfolio]), user_id }
    return { kind: 'change', who, on, second, ...changeOf(ids, form, isBare) }
  })
}

type Ids = {
  readonly old: string
  readonly phone: string
  readonly known: string
  readonly user_id: string
}

/** A bare update names no number: Meta hides that of the person. */
function changeOf({ old, phone, known, user_id }: Ids, form: 'system' | 'update', isBare: boolean) {
  const before = { user_id: known }
  return form === 'update'
    ? { form, before, after: isBare ? { user_id } : { phone, user_id } }
    : { form, before: { phone: old, ...before }, after: { phone, user_id } }
}

/** Shuffles reports, repeats some, and cuts them into posts of one number each. */
function arrivalsOf(reports: readonly Report[]): fc.Arbitrary<Arrivals> {
  const places = fc.array(
    fc.record({ order: fc.nat(1_000), isRepeated: fc.boolean(), isCut: fc.boolean() }),
    { minLength: 2 * reports.length, maxLength: 2 * reports.length },
  )
  return fc.tuple(places, fc.boolean()).map(([drawn, isShuffled]) => {
    const sent = reports.flatMap((one, n) => {
      const [place, again] = [drawn[2 * n], drawn[2 * n + 1]]
      const at = (order = 0) => (isShuffled ? order : n * 100 + order / 10)
      const once = { one, at: at(place?.order), isCut: place?.isCut ?? true }
      return place?.isRepeated
        ? [once, { one, at: at(again?.order) + 50, isCut: again?.isCut ?? true }]
        : [once]
    })
    return posts(sent.sort((a, b) => a.at - b.at))
  })
}

function posts(sent: readonly { one: Report; isCut: boolean }[]): Arrivals {
  const cut: Report[][] = []
  for (const { one, isCut } of sent) {
    const open = cut.at(-1)
    const fits = open?.[0] !== undefined && fitTogether(open[0], one)
    if (open === undefined || isCut || !fits) cut.push([one])
    else open.push(one)
  }
  return cut
}

/** A gateway posts one event at a time, and a username stands beside the messages of a change. */
function fitTogether(one: Report, other: Report): boolean {
  const isAlone = (of: Report) =>
    of.on === 'gateway' || (of.kind === 'message' && of.shown.username !== undefined)
  return one.on === other.on && formOf(one) === formOf(other) && !isAlone(one) && !isAlone(other)
}

/** Reports of one field of the provider fit into one change of a post. */
export function formOf(report: Report): 'messages' | 'user_id_update' {
  return report.kind === 'change' && report.form === 'update' ? 'user_id_update' : 'messages'
}

/** Histories of three people, and how their reports arrive. */
export const history: fc.Arbitrary<{
  readonly reports: readonly Report[]
  readonly arrivals: Arrivals
}> = fc
  .array(happening, { minLength: 2, maxLength: 9 })
  .map(reportsOf)
  .chain((reports) => arrivalsOf(reports).map((arrivals) => ({ reports, arrivals })))
