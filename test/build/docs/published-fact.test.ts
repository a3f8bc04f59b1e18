import type { FactType } from '@recado/build/docs/fact-types'
import { publishedFact } from '@recado/build/docs/published-fact'
import { test } from 'tap'

const fact = {
  name: 'ThingSeen',
  description: 'A thing was seen.',
  data: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      party: {
        type: ['object', 'null'],
        properties: { phone: { type: 'string' }, lid: { type: 'string' } },
        required: ['phone', 'lid'],
      },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      },
    },
    required: ['id', 'party', 'errors'],
  },
} satisfies Omit<FactType, 'category'>

const published = (personal: string[], raw: string[] = []) =>
  publishedFact(
    { ...fact, category: { name: 'thing', folder: 'thing', id: '<thing>', about: '' } },
    { personal, raw },
  )

test('a withheld field is marked and optional, the others are unchanged', async (t) => {
  t.match(published(['party'], ['errors']), {
    title: 'ThingSeen',
    description: 'A thing was seen.',
    properties: {
      id: fact.data.properties.id,
      party: { ...fact.data.properties.party, 'x-personal': true },
      errors: { ...fact.data.properties.errors, 'x-raw': true },
    },
  })
  t.same(published(['party'], ['errors']).required, ['id'])
})

test('withheld fields within objects and lists are marked and optional too', async (t) => {
  const { properties, required } = published(['party.phone', 'errors[].title'])
  t.same(required, fact.data.required)
  t.same(properties?.party?.required, ['lid'])
  t.equal(properties?.party?.properties?.phone?.['x-personal'], true)
  t.same(properties?.errors?.items?.required, [])
  t.equal(properties?.errors?.items?.properties?.title?.['x-personal'], true)
})

test('a path without a field is an error', async (t) => {
  for (const path of ['name', 'party.name', 'errors[].name', 'id.name'])
    t.throws(() => published([path]), /is no field/, path)
})
