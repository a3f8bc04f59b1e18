import type { KeptList } from '@recado/application/read-models/lists/kept-list'
import type { Statement } from '@recado/infra/postgres/sql'
import { projection } from '@recado/projectors/engine/projection'
import { table } from '@recado/projectors/engine/table'
import { keepList } from '@recado/projectors/read-models/keep-list'
import { facetPage, facetsWith } from '@recado/query-api/paging/facet-page'
import type { ListSource, PageQuery } from '@recado/query-api/paging/list-source'
import { wholePage } from '@recado/query-api/paging/whole-page'
import fc from 'fast-check'
import { test } from 'tap'
import { type Projecting, projecting, recorded } from '../../kit/projecting.ts'

type Card = {
  id: string
  deck: string
  suit: string | null
  label: string
  touched: number
  /** A place of its own below 0, which others may have too, as the history of a number has it, until it is touched. */
  own: number | null
  pos: number
}
const deck = {
  name: 'cards.deck',
  table: 'cards',
  key: 'deck',
  position: 'pos',
  kind: 'blocks',
  order: 'newest_first',
  sharesPlaces: true,
  facets: ['suit', 'label'],
  index: 'cards_of_deck',
} as const satisfies KeptList
const cards = table<Card>({
  name: 'cards',
  lists: [keepList(deck, { movesWith: 'touched', ownPlace: 'own' })],
  docs: { doc: ({ id }) => ({ id }) },
})
type CardEvent =
  | { type: 'CardLaid'; data: Omit<Card, 'touched' | 'own' | 'pos'> & { isOld: boolean } }
  | { type: 'CardTouched'; data: { id: string } }
  | { type: 'CardPainted'; data: { id: string; suit: string | null } }
  | { type: 'CardTaken'; data: { id: string } }
const cardsProjection = projection<CardEvent>({
  name: 'cards',
  tables: [cards],
  ddl: new URL('./cards.sql', import.meta.url),
  on: {
    CardLaid: async ({ data: { isOld, ...data } }, rows) => {
      const own = isOld ? (Number(data.id) % 90) * 1_003 - 100_000_000_000 : null
      if ((await rows.get(cards, data.id)) === undefined)
        rows.put(cards, { ...data, touched: 0, own, pos: 0 })
    },
    CardTouched: async ({ data }, rows) => {
      const card = await rows.get(cards, data.id)
      if (card !== undefined) rows.put(cards, { ...card, touched: card.touched + 1, own: null })
    },
    CardPainted: async ({ data }, rows) => {
      const card = await rows.get(cards, data.id)
      if (card !== undefined) rows.put(cards, { ...card, suit: data.suit })
    },
    CardTaken: async ({ data }, rows) => {
      if ((await rows.get(cards, data.id)) !== undefined) rows.remove(cards, data.id)
    },
  },
})
const deckList: ListSource = { ...deck, doc: 't.doc' }

const suit = fc.constantFrom('red', 'black', null)
const label = fc.constantFrom('plain', 'with.dots.', 'long '.repeat(20), 'acentuação '.repeat(6))
const id = fc.nat(400)
const event = <Data extends object>(type: string, weight: number, data: fc.Arbitrary<Data>) => ({
  weight,
  arbitrary: data.map((fields) => ({ type, ...fields })),
})
const cardEvent = fc.oneof(
  event(
    'CardLaid',
    6,
    fc.record({ id, suit, label, deck: fc.constantFrom('a', 'b'), isOld: fc.boolean() }),
  ),
  event('CardTouched', 3, fc.record({ id })),
  event('CardPainted', 3, fc.record({ id, suit })),
  event('CardTaken', 2, fc.record({ id })),
)
const pageQuery = fc.record({ offset: fc.nat(500), limit: fc.integer({ min: 1, max: 60 }) })
const asked = fc.record(
  {
    suit: fc.oneof(fc.constantFrom('red', 'blue'), fc.subarray(['red', 'black', 'blue'])),
    label,
  },
  { requiredKeys: [] },
)

test('any page of a list or its facets equals count(*) and OFFSET, whatever was added, moved and removed', async (t) => {
  const read = await projecting([cardsProjection])
  t.teardown(() => read.close())
  await fc.assert(
    fc.asyncProperty(
      fc.array(cardEvent, { minLength: 50, maxLength: 900 }),
      fc.array(fc.tuple(pageQuery, asked), { minLength: 5, maxLength: 12 }),
      async (events, pages) => {
        for (let i = 0; i < events.length; i += 150)
          await read.given(...events.slice(i, i + 150).map(laid))
        for (const deck of ['a', 'b'])
          for (const [query, filter] of [...pages, FIRST]) {
            const facetFilter = facetsWith(deckList, filter)
            const plain = await plainPage(read, deck, query, filter)
            const statement =
              facetFilter === undefined
                ? wholePage(deckList, deck, query)
                : facetPage(deckList, deck, facetFilter, query)
            t.strictSame(await answer(read, statement), plain)
          }
        t.same(await read.query('select from list_blocks where n <= 0'), [])
      },
    ),
    { numRuns: 7 },
  )
})

type Filter = { readonly suit?: string | string[]; readonly label?: string }
const FIRST = [{ offset: 0, limit: 50 }, {}] as const

function laid({ type, ...data }: { type: string; id: number }) {
  return recorded('deck-1', { type, data: { ...data, id: String(data.id) } }, { account_id: 'x' })
}

async function answer(read: Projecting, { text, values }: Pick<Statement, 'text' | 'values'>) {
  const [row] = await read.query<{ total: number; docs: string | null }>(text, values)
  return { total: Number(row?.total), docs: row?.docs ?? null }
}

/** The page as a query without kept lists would find it. */
function plainPage(
  read: Projecting,
  deck: string,
  { offset, limit }: PageQuery,
  { suit, label }: Filter,
) {
  const where = `deck = $1 and ($2::text[] is null or suit = any($2)) and ($3::text is null or label = $3)`
  const suits = suit === undefined ? null : [suit].flat()
  const text = `select (select count(*) from cards where ${where}) as total,
    (select string_agg(doc, ',') from (
      select doc from cards where ${where} order by pos desc, id offset $4 limit $5) d) as docs`
  return answer(read, { text, values: [deck, suits, label ?? null, offset, limit] })
}
