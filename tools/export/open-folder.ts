import { mkdir, readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../run-tool.ts'
import { LOCK } from './lock-folder.ts'
import { MANIFEST_DRAFT, type Manifest, readManifest, saveManifest } from './manifest.ts'
import type { Request } from './options.ts'

/** @param end the last position of a new export @throws UsageError when the folder has something else */
export async function openFolder(
  folder: string,
  request: Request,
  end: () => Promise<bigint | null>,
): Promise<Manifest> {
  const existing = await readManifest(folder)
  if (existing !== null) {
    if (isDeepStrictEqual(existing.request, request)) return existing
    throw new UsageError(
      `${folder} has another export, of ${JSON.stringify(existing.request)}; choose another --out, or delete it`,
    )
  }
  const others = (await readdir(folder)).filter((name) => name !== LOCK && name !== MANIFEST_DRAFT)
  if (others.length > 0)
    throw new UsageError(`${folder} has other files than an export; choose another --out`)
  const manifest = newManifest(request, await end())
  await saveManifest(folder, manifest)
  return manifest
}

function newManifest(request: Request, end: bigint | null): Manifest {
  return {
    format_version: 1,
    request,
    end_position: end === null ? null : String(end),
    begun: false,
    last: null,
    done: false,
    files: [],
  }
}

/** Makes the folder for its owner alone: an export may hold personal data. @throws UsageError when that fails */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot write to ${folder} (${code}); choose another --out`)
  })
}
