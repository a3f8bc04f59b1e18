import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Other releases of Node that the product, the client and the command promise to run on. */
export const NODE_RELEASES: readonly string[] = ['22', '24', '26']

/**
 * Installs a release of Node, whose program is a package of npm.
 * @param folder where a folder of its own is made @returns the path of the program
 */
export async function installNode(release: string, folder: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`
  const into = join(folder, `node-${release}`)
  await mkdir(into)
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline']
  await promisify(execFile)('npm', ['install', ...quiet, '--prefix', into, `${name}@${release}`], {
    cwd: folder,
  })
  return join(into, 'node_modules', name, 'bin/node')
}
