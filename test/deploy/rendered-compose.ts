import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { parse } from 'yaml'

const ROOT = new URL('../../', import.meta.url)
/** The path of Debian's package docker-compose. */
const DOCKER_COMPOSE = '/usr/bin/docker-compose'

/** Why no file can be rendered here; false if it can. */
export const CANNOT_RENDER =
  !existsSync(DOCKER_COMPOSE) &&
  "docker-compose is not installed: Debian's package of that name has it"

/** What docker-compose makes of these files together, with every password and these settings in `.env`. */
export async function renderedCompose(
  t: Test,
  files: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-compose-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await cp(fileURLToPath(new URL('deploy', ROOT)), join(folder, 'deploy'), { recursive: true })
  const example = await readFile(new URL('.env.example', ROOT), 'utf8')
  const filledIn = example.replaceAll(/^#? ?([A-Z_]*PASSWORD)=$/gm, '$1=secret')
  const more = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(folder, '.env'), filledIn + more.join(''))
  for (const name of files) await copyFile(fileURLToPath(new URL(name, ROOT)), join(folder, name))
  const args = [...files.flatMap((name) => ['--file', name]), 'config']
  return parse((await promisify(execFile)(DOCKER_COMPOSE, args, { cwd: folder })).stdout)
}
