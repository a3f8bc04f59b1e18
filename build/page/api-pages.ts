import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PageFiles } from '@recado/infra/http/page-files'
import { packFile } from './pack-file.ts'

const DOCS_FOLDER = new URL('../../docs/', import.meta.url)
/** The script of the page is large, and built at every start of `npm start`. */
const BROTLI_QUALITY = 5

/** Shows the document of the server that served the page. No validator, and nothing else of another host. */
const SHOW_SCRIPT = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

/** The page that shows the API's document, `docs.html`, and the pages for assistants. */
export async function buildApiPages(): Promise<PageFiles> {
  const assets = await Promise.all([
    asset(
      'docs-style',
      'css',
      await readBytes(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
    ),
    asset(
      'docs-ui',
      'js',
      await readBytes(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    ),
    asset('docs-show', 'js', Buffer.from(SHOW_SCRIPT)),
  ])
  const page = Buffer.from(pageHtml(assets.map(([name]) => name)))
  const written = ['llms.txt', 'SKILL.md'].map(async (name) => {
    return [name, await packFile(name, await readBytes(new URL(name, DOCS_FOLDER)))] as const
  })
  return new Map([
    ...assets,
    ['docs.html', await packFile('docs.html', page)],
    ...(await Promise.all(written)),
  ])
}

const readBytes = (url: string | URL) => readFile(new URL(url))

/** A file under a name that changes with its content. */
async function asset(name: string, ending: 'css' | 'js', bytes: Buffer) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase()
  const full = `${name}-${hash}.${ending}`
  return [full, await packFile(full, bytes, BROTLI_QUALITY)] as const
}

function pageHtml([style, ui, show]: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Recado: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/${style}">
<script src="/docs/assets/${ui}" defer></script>
<script src="/docs/assets/${show}" defer></script>
</head>
<body><div id="docs"></div><noscript>This page needs JavaScript; <a href="/api/v1/openapi.json">the document</a> does not.</noscript></body>
</html>
`
}
