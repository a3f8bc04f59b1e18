import { readFile, writeFile } from 'node:fs/promises'
import { readFactTypes } from '@recado/build/docs/fact-types'
import { FACT_UPCASTING } from '@recado/domain/upcasters'
import { completed, type Fixtures } from './stored-shapes.ts'

// Adds the missing fixtures, one per line; existing ones stay unchanged.

const FILE = new URL('./fixtures.json', import.meta.url)
const fixtures: Fixtures = JSON.parse(await readFile(FILE, 'utf8').catch(() => '{}'))
const lines = (examples: readonly unknown[]) =>
  examples.map((one) => `      ${JSON.stringify(one)}`).join(',\n')
const types = Object.entries(completed(fixtures, readFactTypes(), FACT_UPCASTING)).map(
  ([name, versions]) => {
    const each = Object.entries(versions).map(
      ([version, examples]) => `    "${version}": [\n${lines(examples)}\n    ]`,
    )
    return `  "${name}": {\n${each.join(',\n')}\n  }`
  },
)
await writeFile(FILE, `{\n${types.join(',\n')}\n}\n`)
