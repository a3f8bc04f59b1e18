import { test } from 'tap'
import { placesOf, readDescribed } from './described.ts'

for (const name of ['openapi.json', 'dashboard-openapi.json'])
  test(`${name}: every component, property and parameter is described in words of its own`, async (t) => {
    const places = [...placesOf(await readDescribed(name))]
    t.ok(places.length > 300, 'they were found')
    t.same(
      places.filter(({ words }) => words === '').map(({ path }) => path),
      [],
    )
    t.same(
      places.filter(({ name, words }) => repeats(name, words)).map(({ path }) => path),
      [],
    )
  })

/** Whether a description says no more than the name, such as "The connection id." for `connection_id`. */
function repeats(name: string, words: string): boolean {
  const said = words.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const known = new Set([...name.toLowerCase().split('_'), 'the', 'a', 'an', 'of', 'extension'])
  return said.length > 0 && said.every((word) => known.has(word))
}
