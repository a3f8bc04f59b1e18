import { execFile } from 'node:child_process'
import { type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkpointText, parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import {
  COSIGNATURE,
  cosignedText,
  keyPair,
  keyText,
  type NoteKey,
  noteKey,
  signatureLine,
} from '@recado/infra/tlog/signed-note'
import { tiledTree, tilePath } from '@recado/infra/tlog/tiles'
import { auditCommand } from '@recado/tools/audit/audit-command'
import { checkpointTool } from '@recado/tools/checkpoint/checkpoint-tool'
import { proofTool } from '@recado/tools/proof/proof-tool'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startLossyGateway } from '../kit/lossy-gateway.ts'
import { recado } from '../kit/recado-command.ts'
import { runTool } from '../kit/run-tool.ts'
import { scratchFolder } from '../kit/scratch.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Page<T> = { data: T[] }

/** Of a new number at the simulated Meta. */
const TEMPLATES = 3

test('an event is proven to a stranger, also after its person was erased', async (t) => {
  const world = await startWorld({ behaviour: { statuses: [] } })
  t.teardown(() => world.stop())
  const { config } = world.product()
  const folder = await scratchFolder('proofs-')
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'of.tlog-proof')
  await world.userWrites('5531987654321', 'Oi')
  const [event] = await eventually(async () => {
    const { body } = await world
      .api()
      .get<Page<{ id: string; data: { contact: { id: string } } }>>('/events')
    return body.data.length > 0 && body.data
  })
  const id = String(event?.id)
  // The number's templates are facts too, and come when they come: the checkpoints below are of the same facts.
  await eventually(async () => {
    const { body } = await world.api().get<Page<object>>('/templates')
    return body.data.length === TEMPLATES
  })

  const early = await runTool(proofTool, config, id, '--to', file)
  t.match(early, { code: 1, told: ['no checkpoint covers the event yet; run npm run checkpoint'] })
  const signed = await runTool(checkpointTool, config, '--to', folder)
  t.equal(signed.code, 0)
  const checkpoints = signed.lines.map((line) => JSON.parse(line))
  const own = checkpoints.find(({ checkpoint }) => checkpoint.startsWith(world.tenant.id))
  const [key] = own.public_keys
  let currentKey = key
  t.ok((await readdir(folder)).includes(own.checkpoint))

  t.equal((await runTool(proofTool, config, id, '--to', file)).code, 0)
  await t.test('a checkpoint that is published already, of another history', async (t) => {
    const place = join(folder, own.checkpoint)
    const note = await readFile(place, 'utf8')
    const again = ['--account', world.tenant.id, '--to', folder]
    const line = signatureLine({
      name: 'w.example',
      keyId: Buffer.alloc(4),
      signature: Buffer.alloc(72),
    })
    await writeFile(place, note + line)
    t.equal((await runTool(checkpointTool, config, ...again)).code, 0)
    t.match(await readFile(place, 'utf8'), line, 'signatures that it has stay')
    const forked = note.replace(/\n\S{44}\n/, `\n${randomBytes(32).toString('base64')}\n`)
    await writeFile(place, forked)
    const refused = await runTool(checkpointTool, config, ...again)
    t.match(refused, { code: 1, told: [new RegExp(own.checkpoint)] })
    t.equal(await readFile(place, 'utf8'), forked, 'the evidence stays')
    await writeFile(place, note)
  })
  const proven = await verified(file, key)
  t.match(proven, { code: 0, output: /^PROVEN: leaf \d+ of \d+ in / })
  t.match(proven.output, id)
  await t.test('a client computes the same root from what the API serves', async (t) => {
    const { queryApp } = world.product()
    const get = (path: string) => {
      const headers = { authorization: `Bearer ${world.tenant.key}` }
      return queryApp.inject({ url: `/api/v1/log/${path}`, headers })
    }
    const answer = await get('checkpoint')
    t.match(answer.headers['content-type'], 'text/plain')
    t.equal(answer.body, await readFile(join(folder, own.checkpoint), 'utf8'))
    const checkpoint = parseCheckpoint(answer.body)
    const tree = tiledTree(checkpoint?.size ?? 0, async (of) => {
      const tile = await get(`tile/${tilePath(of)}`)
      t.match(tile.headers['cache-control'], 'immutable')
      return tile.rawPayload
    })
    t.equal((await tree.root()).toString('hex'), checkpoint?.root.toString('hex'))
    t.equal((await get('tile/0/000')).statusCode, 404, 'there is no full tile')
    t.equal((await get('tile/7/000.p/1')).statusCode, 404)
  })

  await t.test('a customer gets the same proof, of events of their account only', async (t) => {
    const { queryApp } = world.product()
    const get = (key: string, of: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return queryApp.inject({ url: `/api/v1/log/proof/${of}`, headers })
    }
    const answer = await get(world.tenant.key, id)
    t.match(answer, { statusCode: 200, headers: { 'content-type': /^text\/plain/ } })
    t.equal(answer.body, await readFile(file, 'utf8'))
    const other = await openTenant(world.product())
    t.equal((await get(other.key, id)).statusCode, 404)
    t.equal((await get(world.tenant.key, randomUUID())).statusCode, 404)
    t.equal((await get(world.tenant.key, `${id}?position=1`)).statusCode, 404)
    const { log_id } =
      (await world.api().get<Page<{ log_id: number }>>('/events')).body.data[0] ?? {}
    if (log_id !== undefined)
      t.equal((await get(world.tenant.key, `${id}?position=${log_id}`)).statusCode, 200)
  })

  await t.test('a customer keeps checkpoints, and verifies that the log only grows', async (t) => {
    const gateway = await startLossyGateway(() => world.product())
    t.teardown(() => gateway.stop())
    const env = { RECADO_BASE_URL: gateway.url, RECADO_API_KEY: world.tenant.key }
    const kept = () => ran(KEEP, [join(folder, 'kept'), key], env)
    const { size } = parseCheckpoint(await readFile(join(folder, own.checkpoint), 'utf8')) ?? {}
    t.match(await kept(), { code: 0, output: `from 0 leaves to ${size},` })
    t.match(await kept(), { code: 0, output: `from ${size} leaves to ${size},` })
  })

  await t.test('the command writes it to a file', async (t) => {
    const gateway = await startLossyGateway(() => world.product())
    t.teardown(() => gateway.stop())
    const env = { RECADO_BASE_URL: gateway.url, RECADO_API_KEY: world.tenant.key }
    const told = join(folder, 'told.tlog-proof')
    t.match(await recado(env, 'proof', id, '--to', told), { code: 0, out: `${told}\n` })
    t.equal(await readFile(told, 'utf8'), await readFile(file, 'utf8'))
    t.match(await recado(env, 'proof', randomUUID()), { code: 4, told: /not found/ })
  })

  await t.test('no altered byte of what is proven passes', async (t) => {
    const text = await readFile(file, 'utf8')
    for (let n = 0; n < 6; n++) {
      const at = Math.floor((text.length * (n + 0.5)) / 6)
      const other = text[at] === 'A' ? 'B' : 'A'
      await writeFile(file, text.slice(0, at) + other + text.slice(at + 1))
      t.not((await verified(file, key)).code, 0, `byte ${at} of ${text.length}`)
    }
  })

  await t.test('a witness adds its signature, and another key signs from now on', async (t) => {
    const { privateKey, publicKey } = keyPair(randomBytes(32))
    const witness = noteKey('witness.example/w1', publicKey, COSIGNATURE)
    const note = await readFile(join(folder, own.checkpoint), 'utf8')
    const line = cosigned(parseCheckpoint(note)?.note.text ?? '', witness, privateKey)
    const witnessed = join(folder, 'witnessed')
    const given = ['--cosigned', witnessed, '--witness']
    const { origin = '', size = 0 } = parseCheckpoint(note) ?? {}
    const other = checkpointText({ origin, size, root: randomBytes(32) })
    const otherSigned = cosigned(other, witness, privateKey)
    await writeFile(witnessed, `${other}\n${otherSigned}`)
    const fork = await runTool(checkpointTool, config, ...given, keyText(witness))
    t.match(fork, { code: 1, told: [/is another checkpoint over/] })
    const { root = Buffer.alloc(32) } = parseCheckpoint(note) ?? {}
    const bare = checkpointText({ origin, size, root })
    await writeFile(witnessed, `${bare}\n${cosigned(bare, witness, privateKey)}`)
    await t.rejects(runTool(checkpointTool, config, ...given, keyText(witness)), /not the newest/)
    const alike = signatureLine({
      name: witness.name,
      keyId: Buffer.alloc(4),
      signature: Buffer.alloc(72),
    })
    const elsewhere = checkpointText({ origin: `x/${origin}`, size, root: randomBytes(32) })
    await writeFile(witnessed, `${elsewhere}\n${cosigned(elsewhere, witness, privateKey)}`)
    const stranger = runTool(checkpointTool, config, ...given, keyText(witness))
    await t.rejects(stranger, /is of no tree of this log/)
    await writeFile(witnessed, note + alike + line)
    await t.rejects(runTool(checkpointTool, config, ...given, key), /has no signature/)
    await runTool(checkpointTool, config, ...given, keyText(witness))
    await runTool(proofTool, config, id, '--to', file)
    t.match(await readFile(file, 'utf8'), line)
    t.notMatch(await readFile(file, 'utf8'), alike, 'what nobody has verified is not kept')
    t.equal((await verified(file, key)).code, 0)

    const anew = ['--new-key', '--account', world.tenant.id, '--to', folder]
    const changed = await runTool(checkpointTool, config, ...anew)
    t.match(changed, { code: 0, told: [] }, 'also where nothing was sealed since')
    const { checkpoint, public_keys } = JSON.parse(changed.lines[0] ?? '')
    t.match(await readFile(join(folder, checkpoint), 'utf8'), /^new-key /m)
    const [before, after] = public_keys
    t.equal(before, key)
    await runTool(proofTool, config, id, '--to', file)
    for (const one of [before, after]) t.equal((await verified(file, one)).code, 0)
    await runTool(checkpointTool, config, '--account', world.tenant.id)
    await runTool(proofTool, config, id, '--to', file)
    t.equal((await verified(file, after)).code, 0)
    t.equal((await verified(file, before)).code, 1, 'the former key signs no more')
    currentKey = after
  })

  await t.test('after an erasure the proof has no words', async (t) => {
    const contact = await eventually(async () => {
      const { body } = await world.api().get<Page<{ id: string }>>('/contacts')
      return body.data[0]
    })
    await world.api().delete(`/contacts/${contact.id}`)
    await eventually(async () => {
      const { body } = await world
        .api()
        .get<{ data: { status: string } }>(`/contacts/${contact.id}/erasure`)
      return body.data.status === 'done'
    })
    await eventually(async () => {
      await runTool(proofTool, config, id, '--to', file)
      return (await verified(file, currentKey)).output.includes('"the event is not in this proof"')
    })
    t.equal((await verified(file, currentKey)).code, 0)
  })

  await t.test('the audit agrees with the checkpoint that was published', async (t) => {
    // The key that signed before vouches for the present one.
    const held = ['--seals', '--checkpoint', join(folder, own.checkpoint), '--key', key]
    held.push('--account', world.tenant.id, '--resume', join(folder, 'progress'))
    const audit = await runTool(auditCommand, config, ...held)
    t.match(audit, { code: 0 })
    t.match(audit.lines.at(-1), /^\d+ facts, \d+ not sealed yet, 0 differences$/)
    const stray = keyText(noteKey('api.example/log/nobody', keyPair(randomBytes(32)).publicKey))
    await t.rejects(
      runTool(auditCommand, config, '--seals', '--key', stray),
      /of no tree of this log/,
    )
    held.push('--key', stray)
    await t.rejects(runTool(auditCommand, config, ...held), /is of another tree than --account/)
    const of = (...args: string[]) => runTool(auditCommand, config, '--seals', ...args)
    const published = ['--checkpoint', join(folder, own.checkpoint)]
    await t.rejects(of(...published, '--account', 'installation'), /is of another tree than --acc/)
    const newest = await of('--key', currentKey, '--account', world.tenant.id)
    t.same(newest.lines.slice(0, -1), [], 'the newest key alone')
    const unknown = await runTool(proofTool, config, randomUUID())
    t.match(unknown, { code: 1, told: ['the log has no such event'] })
  })
})

/** The line of a witness below a text. */
function cosigned(text: string, { name, id: keyId }: NoteKey, privateKey: KeyObject): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(1_800_000_000n)
  const signed = Buffer.from(cosignedText(text, 1_800_000_000n))
  const signature = Buffer.concat([time, sign(null, signed, privateKey)])
  return signatureLine({ name, keyId, signature })
}

const VERIFY = fileURLToPath(new URL('../../examples/verify-proof.mjs', import.meta.url))
const KEEP = fileURLToPath(new URL('../../examples/keep-checkpoints.mjs', import.meta.url))

function verified(file: string, key: string) {
  return ran(VERIFY, [file, key], {})
}

function ran(
  example: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [example, ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: out + err }),
    )
  })
}
