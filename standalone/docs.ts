import { readFile, writeFile } from 'node:fs/promises'
import { compareSchemas } from './docs/compare-schemas.ts'
import { generatedDocuments } from './docs/documents.ts'

// Writes the generated documents; with --check says which are stale and writes nothing. From the first release on it
// writes nothing either when the schemas would promise less than those that stand.

// As an address, so that no type leads from here to the tests, which import this package.
const EXEMPLARS = new URL('../test/examples/every-fact.ts', import.meta.url)
const SCHEMAS = 'schemas.json'

const isCheck = process.argv.includes('--check')
const { EVERY_FACT } = await import(EXEMPLARS.href)
const documents = Object.entries(generatedDocuments(EVERY_FACT))
const stale: { name: string; current: string | null; text: string }[] = []
for (const [name, text] of documents) {
  const current = await readFile(fileOf(name), 'utf8').catch(() => null)
  if (current !== text) stale.push({ name, current, text })
}

if (await keepsPromises()) {
  if (!isCheck) for (const { name, text } of stale) await writeFile(fileOf(name), text)
} else process.exitCode = 1
if (isCheck && stale.length > 0) {
  const names = stale.map(({ name }) => `docs/${name}`).join(', ')
  process.stderr.write(`${names} is not current; run npm run docs and commit it\n`)
  process.exitCode = 1
}

function fileOf(name: string): URL {
  return new URL(`../docs/${name}`, import.meta.url)
}

async function keepsPromises(): Promise<boolean> {
  const { current = null, text = '' } = stale.find(({ name }) => name === SCHEMAS) ?? {}
  if (current === null) return true
  const product = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  const { message, isRefused } = compareSchemas(current, text, JSON.parse(product).version)
  if (message !== null) process.stderr.write(message)
  return !isRefused
}
