import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clientTypes } from '@recado/client/generate'
import { compareSchemas } from './docs/compare-schemas.ts'
import { generatedDocuments } from './docs/documents.ts'
import { exportTables, exportTablesModule } from './docs/export-tables.ts'
import { readFactTypes } from './docs/fact-types.ts'
import { releasedSchemas } from './docs/released-schemas.ts'

// Writes the generated documents; with --check lists the stale ones and writes nothing. From the first release on it
// fails, and writes nothing, when the schemas break a promise of those committed or released.

const ROOT = new URL('../', import.meta.url)
/** Imported by URL, so that this package has no type dependency on the tests, which import it. */
const EXEMPLARS = new URL('test/examples/every-fact.ts', ROOT)
/** Imported by URL as well: this package knows nothing of the tools. */
const TABLES_MODULE = 'tools/export/tables.ts'
const SCHEMAS = 'schemas.json'

const isCheck = process.argv.includes('--check')
const { EVERY_FACT } = await import(EXEMPLARS.href)
const facts = readFactTypes()
const documents = generatedDocuments(facts, EVERY_FACT)
const { TABLES } = await import(new URL(TABLES_MODULE, ROOT).href)
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(documents).map(([name, text]) => [`docs/${name}`, text])),
  [TABLES_MODULE]: exportTablesModule(exportTables(facts, TABLES)),
  'client/api.ts': await clientTypes(documents['openapi.json'] ?? ''),
}
const stale: string[] = []
for (const [path, text] of Object.entries(files))
  if ((await readCommitted(path)) !== text) stale.push(path)

if (!(await keepsPromises(documents[SCHEMAS] ?? ''))) process.exitCode = 1
else if (!isCheck) for (const path of stale) await writeFile(new URL(path, ROOT), files[path] ?? '')
if (isCheck && stale.length > 0) {
  process.stderr.write(`${stale.join(', ')} is not current; run npm run docs and commit it\n`)
  process.exitCode = 1
}

async function readCommitted(path: string): Promise<string | null> {
  return readFile(new URL(path, ROOT), 'utf8').catch(() => null)
}

async function keepsPromises(schemas: string): Promise<boolean> {
  const { version } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8'))
  const before = [
    await readCommitted(`docs/${SCHEMAS}`),
    await releasedSchemas(fileURLToPath(ROOT)),
  ]
  const compared = before
    .filter((text) => text !== null)
    .map((text) => compareSchemas(text, schemas, version))
  const messages = new Set(compared.map(({ message }) => message ?? ''))
  for (const message of messages) process.stderr.write(message)
  return compared.every(({ isRefused }) => !isRefused)
}
