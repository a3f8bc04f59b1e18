import { projection } from '@recado/projectors/projection'
import { table } from '@recado/projectors/table'
import { type ListSource, pageStatement } from '@recado/query-api/list-source'
import fc from 'fast-check'
import { test } from 'tap'
import { type Projecting, projecting, recorded } from '../kit/projecting.ts'

type Card = { id: string; deck: string; touched: number; pos: number }
const cards = table<Card>({
  name: 'cards',
  lists: [
    { name: 'cards.deck', key: 'deck', position: 'pos', kind: 'blocks', movesWith: 'touched' },
  ],
  docs: { doc: ({ id }) => ({ id }) },
})
type CardEvent =
  | { type: 'CardLaid'; data: { id: string; deck: string } }
  | { type: 'CardTouched'; data: { id: string } }
  | { type: 'CardTaken'; data: { id: string } }
const cardsProjection = projection<CardEvent>({
  name: 'cards',
  tables: [cards],
  ddl: new URL('./cards.sql', import.meta.url),
  on: {
    CardLaid: async ({ data }, rows) => {
      if ((await rows.get(cards, data.id)) === undefined)
        rows.put(cards, { ...data, touched: 0, pos: 0 })
    },
    CardTouched: async ({ data }, rows) => {
      const card = await rows.get(cards, data.id)
      if (card !== undefined) rows.put(cards, { ...card, touched: card.touched + 1 })
    },
    CardTaken: async ({ data }, rows) => {
      if ((await rows.get(cards, data.id)) !== undefined) rows.remove(cards, data.id)
    },
  },
})
const deckList: ListSource = {
  name: 'cards.deck',
  from: 'cards t',
  key: 'deck',
  position: 'pos',
  doc: 't.doc',
  kind: 'blocks',
  order: 'newest_first',
}

const cardEvent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('CardLaid'),
      id: fc.nat(400),
      deck: fc.constantFrom('a', 'b'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('CardTouched'), id: fc.nat(400) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('CardTaken'), id: fc.nat(400) }) },
)

test('any page of a list equals count(*) and OFFSET, whatever came, moved and left', async (t) => {
  const read = await projecting([cardsProjection])
  t.teardown(() => read.close())
  await fc.assert(
    fc.asyncProperty(
      fc.array(cardEvent, { minLength: 50, maxLength: 900 }),
      fc.array(fc.record({ offset: fc.nat(500), limit: fc.integer({ min: 1, max: 60 }) }), {
        minLength: 5,
        maxLength: 12,
      }),
      async (events, pages) => {
        for (let i = 0; i < events.length; i += 150)
          await read.given(...events.slice(i, i + 150).map(laid))
        for (const deck of ['a', 'b'])
          for (const { offset, limit } of [...pages, { offset: 0, limit: 50 }])
            t.strictSame(
              await page(read, deck, offset, limit),
              await plain(read, deck, offset, limit),
            )
      },
    ),
    { numRuns: 12 },
  )
})

function laid({ type, ...data }: { type: string; id: number }) {
  return recorded('deck-1', { type, data: { ...data, id: String(data.id) } }, { account_id: 'x' })
}

async function page(read: Projecting, deck: string, offset: number, limit: number) {
  const [row] = await read.query<{ total: number; docs: string | null }>(
    pageStatement(deckList, offset),
    [`cards.deck:${deck}`, deck, limit, offset],
  )
  return { total: Number(row?.total), docs: row?.docs ?? null }
}

async function plain(read: Projecting, deck: string, offset: number, limit: number) {
  const [row] = await read.query<{ total: number; docs: string | null }>(
    `select (select count(*) from cards where deck = $1) as total, (select string_agg(doc, ',') from (
       select doc from cards where deck = $1 order by pos desc offset $2 limit $3) d) as docs`,
    [deck, offset, limit],
  )
  return { total: Number(row?.total), docs: row?.docs ?? null }
}
