import { readFile, writeFile } from 'node:fs/promises'
import { commandRoutes } from '@recado/command-api/routes'
import { examples } from '@recado/contract/examples'
import { Problem } from '@recado/contract/problem'
import { openapiDocument } from '@recado/infra/http/openapi'
import { queryRoutes } from '@recado/query-api/routes'
import { webhookDocuments } from './demo/webhook-documents.ts'

// Writes the generated documents; with --check says which are stale and writes nothing.

const documents = {
  'openapi.json': withExamples(
    openapiDocument({
      routes: [...queryRoutes, ...commandRoutes.api],
      problem: Problem,
      webhooks: webhookDocuments,
    }),
  ),
}

const stale: string[] = []
for (const [name, document] of Object.entries(documents)) {
  const file = new URL(`../docs/${name}`, import.meta.url)
  const text = `${JSON.stringify(document, null, 2)}\n`
  const current = await readFile(file, 'utf8').catch(() => null)
  if (current === text) continue
  stale.push(`docs/${name}`)
  if (!process.argv.includes('--check')) await writeFile(file, text)
}

if (process.argv.includes('--check') && stale.length > 0) {
  process.stderr.write(`${stale.join(', ')} is not current; run npm run docs and commit it\n`)
  process.exitCode = 1
}

/** Resources show an example of theirs wherever they are shown. */
function withExamples<Document extends object>(document: Document): Document {
  const { components } = document as { components?: { schemas?: Record<string, object> } }
  for (const [name, { value }] of Object.entries(examples)) {
    const schema = components?.schemas?.[name]
    if (schema !== undefined) Object.assign(schema, { examples: [value] })
  }
  return document
}
