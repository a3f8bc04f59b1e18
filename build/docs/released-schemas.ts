import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Release tags from the first stable one on. */
const RELEASES = 'v[1-9]*'

/** docs/schemas.json of the latest release that the checkout knows; null when it knows none. */
export async function releasedSchemas(folder: string): Promise<string | null> {
  try {
    const git = async (...args: readonly string[]) =>
      (await run('git', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })).stdout
    const tag = (await git('describe', '--tags', '--abbrev=0', `--match=${RELEASES}`)).trim()
    return await git('show', `${tag}:docs/schemas.json`)
  } catch {
    // No git, no tag, or no such file in the release: there are no promises to compare with.
    return null
  }
}
