import { fileURLToPath } from 'node:url'
import type { PageFiles } from '@recado/infra/http/page-files'
import { build, type OutputFile } from 'esbuild'
import { packFile } from './pack-file.ts'

const SOURCE = new URL('../../dashboard/', import.meta.url)

/** Bundles the page of the dashboard: the script, the texts of each language, a style sheet, and `index.html`. */
export async function buildPage(): Promise<PageFiles> {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(SOURCE),
    entryPoints: { app: 'main.tsx', style: 'style/main.css' },
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
    conditions: ['@recado/source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  })
  const assets = outputFiles.map((file) => [nameOf(file), Buffer.from(file.contents)] as const)
  const index = Buffer.from(pageHtml(assets.map(([name]) => name)))
  const files = [...assets, ['index.html', index] as const]
  return new Map(
    await Promise.all(
      files.map(async ([name, bytes]) => [name, await packFile(name, bytes)] as const),
    ),
  )
}

function nameOf({ path }: OutputFile): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function pageHtml(names: readonly string[]): string {
  const [script, style] = ['app-', 'style-'].map((start) =>
    names.find((name) => name.startsWith(start)),
  )
  // The chunks the script shares with the files loaded after it; without preloading they are requested only after the script.
  const shared = names
    .filter((name) => name.startsWith('chunk-'))
    .map((name) => `<link rel="modulepreload" href="/dashboard/assets/${name}">\n`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Recado</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dashboard/assets/${style}">
${shared.join('')}<script type="module" src="/dashboard/assets/${script}"></script>
</head>
<body><div id="app"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`
}
