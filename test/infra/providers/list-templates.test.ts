import { listTemplates } from '@recado/infra/providers/graph-api/list-templates'
import { type Test, test } from 'tap'
import { officialNumber as connection } from './sends.ts'

const good = { id: '81', name: 'order_ready', language: 'pt_BR', components: [] }
const large = [{ type: 'BODY', text: 'x'.repeat(300 * 1024) }]

/** A business account whose list has these pages, or the same page for ever. */
function pages(pageAt: (page: number) => object) {
  let asked = 0
  return { call: async () => ({ kind: 'ok', value: { ...pageAt(asked++) } }) as const }
}

const next = (after: unknown) => ({ next: 'https://graph.facebook.com/', cursors: { after } })

async function fails(t: Test, pageAt: (page: number) => object): Promise<void> {
  t.match(await listTemplates(pages(pageAt), connection), {
    kind: 'failed',
    error: { code: 'incomplete_list', class: 'retry', title: /list/ },
  })
}

test('all pages of a list are read', async (t) => {
  const all = await listTemplates(
    pages((page) => ({
      data: [{ ...good, name: `n${page}` }],
      ...(page < 119 && { paging: next(`c${page}`) }),
    })),
    connection,
  )
  t.equal(all.kind === 'ok' && all.value.templates.length, 120)
})

for (const [what, page] of [
  ['a page without data', { success: true }],
  ['data that is no list', { data: { 0: good } }],
  ['an entry that is no template', { data: [good, 'order_ready'] }],
  ['a template without a name', { data: [good, { ...good, name: 7.5e300 * 1e10 }] }],
  ['a template without a language', { data: [good, { ...good, language: null }] }],
  ['a next page without a cursor', { data: [good], paging: next(undefined) }],
  ['cursors that never end', { data: [good], paging: next('again') }],
] as const)
  test(`a list with ${what} counts as unread`, async (t) => {
    await fails(t, () => page)
  })

for (const [what, unusable] of [
  ['without an id', { ...good, id: null }],
  ['with an id that is none', { ...good, id: 'a b' }],
  ['with components longer than a fact', { ...good, components: large }],
] as const)
  test(`a template ${what} is named, but not read`, async (t) => {
    const list = await listTemplates(
      pages(() => ({ data: [{ ...unusable, name: 'odd' }, good] })),
      connection,
    )
    t.match(list, {
      kind: 'ok',
      value: {
        templates: [{ name: 'order_ready', language: 'pt_BR' }],
        unusable: [{ name: 'odd', language: 'pt_BR' }],
      },
    })
  })
