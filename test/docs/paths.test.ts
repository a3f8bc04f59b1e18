import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'tap'

const ROOT = new URL('../../', import.meta.url)
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/analytics.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/operations.md',
  'docs/scaling.md',
  'docs/upgrading.md',
  'docs/adr/README.md',
  'client/README.md',
  'cli/README.md',
]

const FOLDERS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
  .map(({ name }) => name)
  .filter((name) => name !== 'node_modules' && name !== 'dist')

/** A path from the root anywhere in the text, except the media type application/json. */
const PATH = new RegExp(`(?<![\\w./@-])(?!application/json)(?:${FOLDERS.join('|')})/[\\w./-]*`, 'g')
/** The target of a link, relative to the document's folder. */
const LINK = /\]\((?!https?:)([^)#]+)/g

/** The paths in a document that do not exist. */
function missing(document: string): readonly string[] {
  const file = new URL(document, ROOT)
  const text = readFileSync(file, 'utf8')
  const paths = [...text.matchAll(PATH)].map(([path]) => path.replace(/\.$/, ''))
  const links = [...text.matchAll(LINK)].map(([, target = '']) => target)
  return [
    ...paths.filter((path) => !existsSync(new URL(path, ROOT))),
    ...links.filter((target) => !existsSync(new URL(target, file))),
  ]
}

for (const document of DOCUMENTS)
  test(`every path in ${document} exists`, async (t) => t.same(missing(document), []))
