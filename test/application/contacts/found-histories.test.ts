import { test } from 'tap'
import { type How, judged } from './corpus/corpus.ts'
import type { Arrivals, BusinessNumber, Report, Shown } from './corpus/histories.ts'

const said = (who: number, on: BusinessNumber, second: number, id: string, shown: Shown) =>
  ({ kind: 'message', who, on, second, id, shown }) as const
const gave = (
  who: number,
  on: BusinessNumber,
  second: number,
  id: string,
  user_id: string,
  given: string,
) => ({ kind: 'card', who, on, second, id, shown: { user_id }, given }) as const
const became = (who: number, on: BusinessNumber, second: number, before: Shown, after: Shown) =>
  ({ kind: 'change', form: 'system', who, on, second, before, after }) as const

type History = { readonly posts: Arrivals; readonly how?: Partial<How>; readonly seed?: number }

const [ana, bia, eva, free] = ['5511911110000', '5511911110001', '5511911110002', '5511922220000']

/** Histories that the corpus found to end wrongly once. */
const HISTORIES: Readonly<Record<string, History>> = {
  'a phone that a person gave is a conflict until a report shows both': {
    posts: [
      [said(2, 'abroad', 12, 'm6', { phone: eva })],
      [gave(2, 'abroad', 4, 'm2', 'BR.A2', eva)],
      [said(2, 'abroad', 0, 'm0', { phone: eva, user_id: 'BR.A2' })],
    ],
  },
  'two processes that create a contact at once agree on its age': {
    seed: -572080990,
    how: { together: 2, isTwice: true },
    posts: [
      [said(0, 'second', 4, 'm2', { phone: ana, username: 'ana' })],
      [said(0, 'second', 10, 'm5', { user_id: 'BR.H0', username: 'bia' })],
      [said(2, 'gateway', 2, 'm1', { phone: eva })],
      [said(1, 'gateway', 0, 'm0', { phone: bia, lid: '900001' })],
      [said(1, 'second', 6, 'm3', { phone: bia }), said(1, 'second', 6, 'm3', { phone: bia })],
      [said(0, 'second', 10, 'm5', { user_id: 'BR.H0', username: 'bia' })],
      [gave(0, 'abroad', 8, 'm4', 'BR.A0', ana)],
      [said(1, 'gateway', 0, 'm0', { phone: bia, lid: '900001' })],
      [said(0, 'second', 12, 'm6', { phone: ana, user_id: 'BR.H0', username: 'bia' })],
    ],
  },
  'a late report means the number that its person took up after another one had left it': {
    posts: [
      [
        became(
          0,
          'first',
          2,
          { phone: ana, user_id: 'BR.H0' },
          { phone: free, user_id: 'BR.H0x1' },
        ),
      ],
      [became(1, 'first', 4, { phone: bia, user_id: 'BR.H1' }, { phone: ana, user_id: 'BR.H1x2' })],
      [said(1, 'second', 0, 'm0', { phone: bia })],
    ],
  },
  'so does a phone that a person gave': {
    posts: [
      [
        became(
          0,
          'first',
          6,
          { phone: ana, user_id: 'BR.H0' },
          { phone: free, user_id: 'BR.H0x1' },
        ),
      ],
      [
        became(
          2,
          'first',
          10,
          { phone: eva, user_id: 'BR.H2' },
          { phone: ana, user_id: 'BR.H2x2' },
        ),
      ],
      [gave(2, 'second', 2, 'm1', 'BR.H2', eva)],
    ],
  },
  'a late message of a number that has moved on belongs to whom it was then': {
    posts: [
      [said(0, 'gateway', 4, 'm2', { lid: '900000' })],
      [said(0, 'gateway', 10, 'm5', { phone: eva })],
      [said(0, 'gateway', 4, 'm2', { phone: ana })],
      [
        became(0, 'first', 8, { phone: ana, user_id: 'BR.H0' }, { phone: eva, user_id: 'BR.H0x2' }),
        became(
          2,
          'first',
          6,
          { phone: eva, user_id: 'BR.H2' },
          { phone: free, user_id: 'BR.H2x1' },
        ),
      ],
      [said(2, 'second', 0, 'm0', { phone: eva })],
      [said(2, 'gateway', 2, 'm1', { phone: eva })],
      [said(2, 'second', 12, 'm6', { phone: free, user_id: 'BR.H2x1' })],
    ],
  },
  'a BSUID that is replaced on one number tells persons apart on the others of its portfolio': {
    posts: [
      [gave(1, 'second', 0, 'm0', 'BR.H1', bia)],
      [became(1, 'first', 10, { user_id: 'BR.H1' }, { user_id: 'BR.H1x2' })],
      [said(2, 'second', 14, 'm7', { phone: bia, user_id: 'BR.H2x3' })],
    ],
  },
  'and keeps a person from one who had the new number': {
    posts: [
      [gave(2, 'second', 0, 'm0', 'BR.H2', eva)],
      [said(1, 'second', 2, 'm1', { phone: bia, user_id: 'BR.H1' })],
      [said(1, 'first', 4, 'm2', { user_id: 'BR.H1' })],
      [
        became(
          1,
          'first',
          12,
          { phone: bia, user_id: 'BR.H1' },
          { phone: eva, user_id: 'BR.H1x2' },
        ),
      ],
    ],
  },
  'whoever had the new number of a person before the change is another person': {
    posts: [
      [said(2, 'gateway', 0, 'm0', { phone: eva, lid: '900002' })],
      [said(0, 'second', 2, 'm1', { phone: ana, user_id: 'BR.H0' })],
      [became(2, 'first', 6, { phone: eva, user_id: 'BR.H2' }, { phone: ana, user_id: 'BR.H2x2' })],
      [gave(2, 'second', 8, 'm4', 'BR.H2x2', ana)],
    ],
  },
  'a message that is reported again by a number that has moved on changes nothing': {
    posts: [
      [said(1, 'first', 12, 'm6', { phone: free, user_id: 'BR.H1x1' })],
      [gave(1, 'first', 6, 'm3', 'BR.H1', bia)],
      [said(1, 'gateway', 0, 'm0', { phone: bia })],
      [
        became(
          1,
          'first',
          14,
          { phone: free, user_id: 'BR.H1x1' },
          { phone: bia, user_id: 'BR.H1x3' },
        ),
      ],
      [said(1, 'gateway', 0, 'm0', { lid: '900001' })],
    ],
  },
  'a change that is reported again after a merge took its number along says nothing new': {
    how: { together: 2, unmerge: { after: 4, which: 2 } },
    posts: [
      [became(1, 'first', 8, { phone: bia, user_id: 'BR.H1' }, { phone: ana, user_id: 'BR.H1x2' })],
      [said(0, 'gateway', 6, 'm3', { phone: free })],
      [
        became(
          0,
          'first',
          4,
          { phone: ana, user_id: 'BR.H0' },
          { phone: free, user_id: 'BR.H0x1' },
        ),
      ],
      [said(0, 'gateway', 6, 'm3', { lid: '900000' })],
      [said(2, 'gateway', 2, 'm1', { phone: eva })],
      [said(0, 'gateway', 6, 'm3', { phone: free })],
      [
        became(
          1,
          'abroad',
          8,
          { phone: bia, user_id: 'BR.A1' },
          { phone: ana, user_id: 'BR.A1x2' },
        ),
        became(
          0,
          'abroad',
          4,
          { phone: ana, user_id: 'BR.A0' },
          { phone: free, user_id: 'BR.A0x1' },
        ),
      ],
      [said(1, 'gateway', 0, 'm0', { phone: bia, lid: '900001' })],
      [
        became(
          0,
          'first',
          4,
          { phone: ana, user_id: 'BR.H0' },
          { phone: free, user_id: 'BR.H0x1' },
        ),
      ],
    ],
  },
}

const PLAINLY: How = { together: 1, isTwice: false, unmerge: null }

for (const [name, { posts, how, seed = 1 }] of Object.entries(HISTORIES))
  test(name, async (t) => {
    const reports: readonly Report[] = posts.flat()
    await judged(seed, { reports, arrivals: posts }, { ...PLAINLY, ...how })
    t.pass('nobody is split although a record proves one person, or joined without a record')
  })
