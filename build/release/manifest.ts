import { readFile, writeFile } from 'node:fs/promises'

type Workspace = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** Reads a workspace's own package.json. @param root the repository's */
export async function workspaceOf(root: URL, folder: string): Promise<Workspace> {
  return JSON.parse(await readFile(new URL(`${folder}/package.json`, root), 'utf8'))
}

/**
 * Writes the package.json of a published package: what npm needs to install it, and nothing that only the repository
 * needs, such as the way to its sources.
 * @param more how the package is entered, and what it depends on
 */
export async function writeManifest(
  into: URL,
  { version, description, license }: Workspace,
  { name, ...more }: { readonly name: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const engines = { node: '>=20' }
  const manifest = { name, version, description, license, type: 'module', engines, ...more }
  await writeFile(new URL('package.json', into), `${JSON.stringify(manifest, null, 2)}\n`)
}
