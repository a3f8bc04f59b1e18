import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Test, test } from 'tap'

const SCRIPT = new URL('../../deploy/eventstore/certificates.sh', import.meta.url)
const DAY_S = 86_400

/** Volumes, and the script with a certificate tool that only records its calls. */
async function volumes(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'recado-certificates-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['bin', 'authority', 'certificates', 'trusted'])
    await mkdir(join(folder, name))
  const program = async (name: string, text: string) => {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${text}`)
    await chmod(join(folder, 'bin', name), 0o755)
  }
  const tool = (fails: boolean) =>
    program(
      'es-gencert-cli',
      `echo "$*" >> "${folder}/asked"
for word; do [ "$last" != -out ] || out=$word; last=$word; done
mkdir -p "$out"
case $1 in create-ca) touch "$out/ca.crt" "$out/ca.key" ;; *) ${fails ? 'exit 1' : ':'}; echo $$ > "$out/node.crt" ;; esac`,
    )
  await tool(false)
  await program('chown', '')
  const script = (await readFile(SCRIPT, 'utf8')).replaceAll(
    /(?<![\w}])\/(authority|certificates|trusted)/g,
    `${folder}/$1`,
  )
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
  return {
    folder,
    tool,
    run: () => promisify(execFile)('/bin/sh', ['-c', script], { env }),
    calls: async () => (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n'),
    certificate: (node: string) => join(folder, 'certificates', node, 'node.crt'),
  }
}

test('the authority and the nodes get certificates for ten years, once', async (t) => {
  const { folder, run, calls } = await volumes(t)
  await run()
  await run()
  const made = await calls()
  t.same(
    made.map((line) => line.split(' ').slice(0, 3).join(' ')),
    ['create-ca -days 3650', ...Array(3).fill('create-node -days 3650')],
  )
  t.same(await readdir(join(folder, 'trusted')), ['ca.crt'])
})

test('an old certificate is renewed by the same authority, and stays in place until then', async (t) => {
  const { run, calls, certificate, tool } = await volumes(t)
  await run()
  const text = () => readFile(certificate('eventstore-2'), 'utf8')
  const before = await text()
  const old = Date.now() / 1_000 - 301 * DAY_S
  await utimes(certificate('eventstore-2'), old, old)
  await tool(true)
  await t.rejects(run())
  t.equal(await text(), before)
  await tool(false)
  await run()
  t.not(await text(), before)
  const made = (await calls()).slice(4)
  t.ok(made.every((line) => /^create-node .*-dns-names eventstore-2 /.test(line)))
})
