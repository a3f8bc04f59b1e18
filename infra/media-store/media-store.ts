import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { isUuid } from '../is-uuid.ts'
import { flushFolder } from '../private-file.ts'
import { SecretMissing, type Vault } from '../vault/vault.ts'
import { FileUnreadable, type SealedFor, seal, unseal } from './sealed-file.ts'
import { type Swept, sweepFolder } from './sweep-folder.ts'

/** A stored file, as its fact names it. */
export type StoredFile = SealedFor & {
  readonly key_ref: string
  /** Of its content, in bytes. */
  readonly size: number
}

/** A file that is on disk, but not under its name yet. One of both must be called; the sweep removes what is forgotten. */
export type Written = {
  readonly file_ref: string
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  keep(): Promise<void>
  discard(): Promise<void>
}

/** A folder of sealed files, whose names say nothing about them. */
export type MediaStore = {
  /** The key to seal an account's files with: the one known, or a new one when the vault has lost it. @throws VaultUnavailable */
  keyFor(accountId: string, known: string | null): Promise<string>
  /**
   * Seals content into a new file, flushed to disk.
   * @throws the error of the content as it is, and otherwise what the disk or the vault says; then nothing is left
   */
  write(
    content: AsyncIterable<Buffer>,
    of: { readonly account_id: string; readonly key_ref: string },
    signal: AbortSignal,
  ): Promise<Written>
  /** Authenticates a whole file, then opens it as a stream that must be read or destroyed. @throws FileUnreadable, VaultUnavailable */
  read(file: StoredFile): Promise<Readable>
  /** Removes a file; a missing one is no error. */
  remove(fileRef: string): Promise<void>
  /** Removes files older than a time that nothing names, and unfinished ones. */
  sweep(options: Swept): Promise<void>
}

const KEY_BYTES = 32

/** The store of MEDIA_STORE; null without that setting. */
export function openMediaStore(
  { MEDIA_STORE }: Pick<Config, 'MEDIA_STORE'>,
  vault: Pick<Vault, 'get' | 'put'>,
): MediaStore | null {
  return MEDIA_STORE === null ? null : mediaStoreIn(MEDIA_STORE, vault)
}

function mediaStoreIn(folder: string, vault: Pick<Vault, 'get' | 'put'>): MediaStore {
  const pathOf = (fileRef: string) => pathIn(folder, fileRef)
  const keyOf = async (of: { readonly account_id: string; readonly key_ref: string }) =>
    Buffer.from(await vault.get({ account_id: of.account_id, reference: of.key_ref }), 'base64')
  return {
    async keyFor(account_id, known) {
      if (known !== null && (await hasKey(vault, account_id, known))) return known
      return vault.put({ account_id, secret: randomBytes(KEY_BYTES).toString('base64') })
    },
    async write(content, of, signal) {
      const file_ref = randomUUID()
      const key = await keyOf(of)
      const { account_id } = of
      const sealed = (bytes: AsyncIterable<Buffer>) => seal(bytes, key, { account_id, file_ref })
      return writeFile({ path: pathOf(file_ref), file_ref, content, sealed, signal })
    },
    async read(file) {
      const handle = await openFile(pathOf(file.file_ref))
      try {
        const key = await keyOf(file).catch(withoutKey)
        const chunks = () => unseal(handle, file.size, key, file)
        for await (const _ of chunks());
        return Readable.from(chunks(), { objectMode: false }).once(
          'close',
          () => void handle.close().catch(() => undefined),
        )
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    remove: (fileRef) => rm(pathOf(fileRef), { force: true }),
    sweep: (options) => sweepFolder(folder, options),
  }
}

type Writing = {
  readonly path: string
  readonly file_ref: string
  readonly content: AsyncIterable<Buffer>
  readonly sealed: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
  readonly signal: AbortSignal
}

async function writeFile({ path, file_ref, content, sealed, signal }: Writing): Promise<Written> {
  const unfinished = `${path}.part`
  const discard = () => rm(unfinished, { force: true })
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* () {
    for await (const piece of content) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
  }
  // Not recursive: a folder that is not mounted must not be created in its place.
  await mkdir(dirname(path)).catch(unlessThere)
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(sealed(measured()), file, { signal })
  } catch (error) {
    await discard()
    throw error
  }
  const keep = async () => {
    await rename(unfinished, path)
    await flushFolder(dirname(path))
  }
  return { file_ref, size, sha256: hash.digest('hex'), keep, discard }
}

/** Two letters of the name are a folder, so that none holds too many. @throws when it is no name of ours */
function pathIn(folder: string, fileRef: string): string {
  if (!isUuid(fileRef)) throw new Error('the name of a stored file must be a UUID')
  return join(folder, fileRef.slice(0, 2), fileRef)
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function openFile(path: string): Promise<FileHandle> {
  return open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new FileUnreadable(cause.code ?? 'it does not open', { cause })
  })
}

function withoutKey(cause: unknown): never {
  throw cause instanceof SecretMissing ? new FileUnreadable('its key is lost', { cause }) : cause
}

async function hasKey(vault: Pick<Vault, 'get'>, account_id: string, reference: string) {
  try {
    await vault.get({ account_id, reference })
    return true
  } catch (error) {
    if (error instanceof SecretMissing) return false
    throw error
  }
}
