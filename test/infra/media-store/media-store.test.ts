import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@recado/infra/config'
import { openMediaStore, type StoredFile } from '@recado/infra/media-store/media-store'
import { FileUnreadable } from '@recado/infra/media-store/sealed-file'
import { requireFolder } from '@recado/infra/require-folder'
import { SecretMissing, VaultUnavailable } from '@recado/infra/vault/vault'
import { WrongSettings } from '@recado/infra/wrong-settings'
import fc from 'fast-check'
import { t as file, test } from 'tap'
import { NEEDED_SETTINGS } from '../../kit/needed-settings.ts'

const CHUNK = 64 * 1024
const folder = await mkdtemp(join(tmpdir(), 'recado-test-'))
file.teardown(() => rm(folder, { recursive: true, force: true }))
const secrets = new Map<string, string>()
const vault = {
  async put({ secret }: { secret: string }) {
    const reference = randomUUID()
    secrets.set(reference, secret)
    return reference
  },
  async get({ reference }: { reference: string }) {
    const secret = secrets.get(reference)
    if (secret === undefined) throw new SecretMissing(reference)
    return secret
  },
}
const open = (of: Parameters<typeof openMediaStore>[1] = vault, where = folder) => {
  const opened = openMediaStore({ MEDIA_STORE: where }, of)
  if (opened === null) throw new Error('there is no store')
  return opened
}
const store = open()
const account_id = randomUUID()
const key_ref = await store.keyFor(account_id, null)
const never = new AbortController().signal
const pathOf = (name: string) => join(folder, name.slice(0, 2), name)

async function* inPieces(content: Buffer, most: number) {
  for (let at = 0; at < content.length; at += most) yield content.subarray(at, at + most)
}

async function kept(content: Buffer, most = CHUNK): Promise<StoredFile> {
  const written = await store.write(inPieces(content, most), { account_id, key_ref }, never)
  await written.keep()
  return { account_id, key_ref, file_ref: written.file_ref, size: written.size }
}

async function readWhole(stored: StoredFile, from = store): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await from.read(stored)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 3 * CHUNK }),
  fc.constantFrom(0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK),
)

test('any content comes back as it was, however it arrived', () =>
  fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 64, max: 3 * CHUNK }), async (size, most) => {
      const content = randomBytes(size)
      const stored = await kept(content, most)
      return stored.size === size && (await readWhole(stored)).equals(content)
    }),
    { numRuns: 40 },
  ))

test('a file of which any byte was changed, removed or added does not open', (t) =>
  fc.assert(
    fc.asyncProperty(
      sizes,
      fc.nat(),
      fc.constantFrom('changed', 'cut', 'longer'),
      async (size, place, how) => {
        const stored = await kept(randomBytes(size))
        const sealed = await readFile(pathOf(stored.file_ref))
        const at = place % sealed.length
        if (how === 'changed') sealed[at] = (sealed[at] ?? 0) ^ 0x10
        const damaged = { changed: sealed, cut: sealed.subarray(0, at), longer: [sealed, 'x'] }[how]
        await writeFile(pathOf(stored.file_ref), Buffer.concat([damaged].flat().map(Buffer.from)))
        await t.rejects(readWhole(stored), FileUnreadable)
      },
    ),
    { numRuns: 60 },
  ))

test('a file opens only under its name, its account, its size and its key', async (t) => {
  const [one, other] = [await kept(Buffer.from('one')), await kept(Buffer.from('two'))]
  const secret = await vault.put({ secret: randomBytes(32).toString('base64') })
  await writeFile(pathOf(one.file_ref), await readFile(pathOf(other.file_ref)))
  for (const stored of [
    one,
    { ...other, account_id: randomUUID() },
    { ...other, size: 4 },
    { ...other, key_ref: secret },
    { ...other, key_ref: randomUUID() },
    { ...other, file_ref: randomUUID() },
  ])
    await t.rejects(readWhole(stored), FileUnreadable)
  t.ok((await readWhole(other)).equals(Buffer.from('two')))
})

test('while the vault is away a file is not taken for lost', async (t) => {
  const stored = await kept(Buffer.from('one'))
  const get = async () => {
    throw new VaultUnavailable(new Error('away'))
  }
  const away = open({ ...vault, get })
  await t.rejects(away.read(stored), VaultUnavailable)
  await t.rejects(away.keyFor(account_id, key_ref), VaultUnavailable)
})

test('an account keeps its key, until the vault has lost it', async (t) => {
  t.equal(await store.keyFor(account_id, key_ref), key_ref)
  t.not(await store.keyFor(account_id, randomUUID()), key_ref)
})

test('what cannot be written to its end leaves nothing', async (t) => {
  const names = async () => (await readdir(folder, { recursive: true })).filter(isFile).length
  const before = await names()
  const failing = async function* () {
    yield randomBytes(CHUNK * 2)
    throw new Error('the provider has gone')
  }
  const of = { account_id, key_ref }
  await t.rejects(store.write(failing(), of, never), { message: 'the provider has gone' })
  const aborted = AbortSignal.abort()
  await t.rejects(store.write(inPieces(randomBytes(9), 1), of, aborted), { name: 'AbortError' })
  const discarded = await store.write(inPieces(randomBytes(9), 1), of, never)
  await discarded.discard()
  t.equal(await names(), before)
})

test('a folder that is not there is not made', async (t) => {
  const missing = open(vault, join(folder, 'missing'))
  const writing = missing.write(inPieces(Buffer.from('x'), 1), { account_id, key_ref }, never)
  await t.rejects(writing, { code: 'ENOENT' })
})

test('names of files cannot leave the folder', async (t) => {
  for (const name of ['../x', '..', '/etc/passwd', '', `${randomUUID()}/../../x`])
    await t.rejects(async () => store.remove(name), /must be a UUID/)
})

test('a sweep removes old files that nothing names, and nothing else', async (t) => {
  const [named, unnamed, young] = [
    await kept(Buffer.from('named')),
    await kept(Buffer.from('unnamed')),
    await kept(Buffer.from('young')),
  ]
  const part = await store.write(inPieces(Buffer.from('part'), 1), { account_id, key_ref }, never)
  const foreign = join(folder, named.file_ref.slice(0, 2), 'lost+found')
  await writeFile(foreign, '')
  const old = new Date(Date.now() - 7_200_000)
  const unfinished = `${pathOf(part.file_ref)}.part`
  for (const path of [pathOf(named.file_ref), pathOf(unnamed.file_ref), unfinished, foreign])
    await utimes(path, old, old)
  await store.sweep({
    before: new Date(Date.now() - 3_600_000),
    known: async (names) => new Set(names.filter((name) => name === named.file_ref)),
    signal: never,
  })
  for (const path of [pathOf(named.file_ref), pathOf(young.file_ref), foreign])
    t.ok(await stat(path))
  for (const path of [pathOf(unnamed.file_ref), unfinished])
    await t.rejects(stat(path), { code: 'ENOENT' })
})

test('a process starts only with a folder that it can use', async (t) => {
  const config = (MEDIA_STORE: string) => readConfig({ ...NEEDED_SETTINGS, MEDIA_STORE })
  for (const use of ['read', 'write'] as const) {
    t.equal(requireFolder(config(folder), 'MEDIA_STORE', use).MEDIA_STORE, folder)
    for (const wrong of [join(folder, 'missing'), pathOf((await kept(Buffer.from('x'))).file_ref)])
      t.throws(() => requireFolder(config(wrong), 'MEDIA_STORE', use), WrongSettings)
  }
  if (process.getuid?.() === 0) return
  const closed = await mkdtemp(join(folder, 'closed-'))
  await chmod(closed, 0o500)
  t.throws(() => requireFolder(config(closed), 'MEDIA_STORE', 'write'), /may write \(EACCES\)/)
})

function isFile(name: string): boolean {
  return name.includes('/')
}
