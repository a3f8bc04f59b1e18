import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeLicenses } from './licenses.ts'
import { workspaceOf, writeManifest } from './manifest.ts'

// CommonJS packages call `require` for Node's own modules.
const BANNER = `#!/usr/bin/env node
import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

/**
 * Assembles `recado`: the command without any dependency. The server for assistants is a file of its own, because only
 * `recado mcp` needs it: two thirds of what a call would cost is the time to compile the code that it loads.
 */
export async function assembleCommand(root: URL, into: URL): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: [{ in: 'cli/main.ts', out: 'recado' }],
    outdir: fileURLToPath(into),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@recado/source'],
    banner: { js: BANNER },
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })
  await writeLicenses(root, into, metafile)
  const workspace = await workspaceOf(root, 'cli')
  await writeManifest(into, workspace, { name: 'recado', bin: { recado: 'recado.mjs' } })
}
