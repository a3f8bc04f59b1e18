import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'

const script = (name: string) =>
  fileURLToPath(new URL(`../../deploy/backup/${name}.sh`, import.meta.url))

type Run = { readonly code: number; readonly said: string }

function run(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const given = { PATH: process.env.PATH ?? '', ERASURES_DIR: '/erasures', ...env }
  return new Promise<Run>((resolve) =>
    execFile('/bin/sh', [script(name), ...args], { env: given }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), said: out + err }),
    ),
  )
}

const FILES = [
  ...['chaser.chk', 'epoch.chk', 'proposal.chk', 'truncate.chk', 'writer.chk'],
  ...['chunk-000000.000000', 'chunk-000001.000002', 'index/indexmap', 'index/5a1a8395'],
  ...['index/stream-existence/streamExistenceFilter.chk', 'index/scavenging/scavenging.db'],
  'index/stream-existence/streamExistenceFilter.dat',
]

/** A folder like that of a node; each file contains its own name. */
async function node(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'recado-node-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  for (const name of ['stream-existence', 'scavenging'])
    await mkdir(join(data, 'index', name), { recursive: true })
  for (const name of FILES) await writeFile(join(data, name), name)
  await mkdir(join(folder, 'bin'))
  const program = async (name: string, text: string) => {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${text}`)
    await chmod(join(folder, 'bin', name), 0o755)
  }
  const path = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` }
  return { folder, data, backup: join(folder, 'backup'), program, path }
}

const textIn = (folder: string, name: string) => readFile(join(folder, name), 'utf8')

test('the files of a node are copied in the order of the EventStoreDB manual, and restored to every node', async (t) => {
  const { folder, data, backup, program, path } = await node(t)
  await program('cp', `for f; do :; done\necho "$*" >> "${folder}/copied"\nexec /bin/cp "$@"`)
  t.match(await run('log', [data, backup], path), { code: 0 })
  const copied = (await textIn(folder, 'copied')).split('\n').filter(Boolean)
  const at = (name: string) => copied.findIndex((line) => line.includes(`${data}/${name} `))
  const order = [
    ...['index/indexmap', 'index/5a1a8395', 'index/stream-existence/streamExistenceFilter.chk'],
    ...['index/stream-existence/streamExistenceFilter.dat', 'chaser.chk', 'epoch.chk'],
    ...['writer.chk', 'proposal.chk', 'chunk-000000.000000', 'chunk-000001.000002'],
  ].map(at)
  t.ok(order.every((place) => place >= 0))
  t.same(
    order,
    [...order].sort((a, b) => a - b),
  )
  t.match(await run('log', [data, backup]), { code: 1, said: /is not empty/ })

  const nodes = [join(folder, 'one'), join(folder, 'two')]
  t.match(await run('restore-log', [backup, ...nodes]), { code: 0 })
  for (const one of nodes) {
    for (const name of FILES.filter((file) => file !== 'truncate.chk'))
      t.equal(await textIn(one, name), name)
    t.equal(await textIn(one, 'truncate.chk'), 'chaser.chk', 'where the node starts')
    t.notOk((await readdir(one)).includes('complete'))
  }
  t.match(await run('restore-log', [backup, ...nodes]), { code: 1, said: /never overwritten/ })
})

test('a restore demands the list of erasures, or that nobody wants it', async (t) => {
  const { folder, data, backup } = await node(t)
  t.match(await run('log', [data, backup]), { code: 0 })
  const to = join(folder, 'one')
  const without = { ERASURES_DIR: '' }
  t.match(await run('restore-log', [backup, to], without), {
    code: 1,
    said: /ERASURES_DIR is missing/,
  })
  t.match(await run('restore-log', [backup, to, '--without-erasures'], without), {
    code: 0,
    said: /persons who were erased since the backup are back/,
  })
})

test('restored files belong to the user that the node runs as', async (t) => {
  const { folder, data, backup, program, path } = await node(t)
  t.match(await run('log', [data, backup]), { code: 0 })
  await program('chown', `echo "$*" >> "${folder}/owned"; ls "${folder}/one" >> "${folder}/owned"`)
  const to = join(folder, 'one')
  t.match(await run('restore-log', [backup, to], { ...path, OWNER: '1000:1000' }), { code: 0 })
  const owned = (await textIn(folder, 'owned')).split('\n')
  t.equal(owned[0], `-R 1000:1000 ${to}`)
  t.ok(owned.includes('truncate.chk'))
  t.notOk(owned.includes('writer.chk'), 'the log is not complete before its files have their owner')
})

test('an index that changes during the copy is copied again', async (t) => {
  const { folder, data, backup, program, path } = await node(t)
  await program(
    'cp',
    `/bin/cp "$@"
case "$*" in *5a1a8395*) [ -e "${folder}/once" ] || { touch "${folder}/once"
  mv "${data}/index/5a1a8395" "${data}/index/77aa"; echo other > "${data}/index/indexmap"; } ;; esac`,
  )
  t.match(await run('log', [data, backup], path), { code: 0 })
  const names = await readdir(join(backup, 'index'))
  t.same(names.sort(), ['77aa', 'indexmap', 'scavenging', 'stream-existence'])
  t.equal(await textIn(join(backup, 'index'), 'indexmap'), 'other\n')
})

test('a running scavenge is stopped first, as the operations user, without showing the password', async (t) => {
  const { folder, data, backup, program, path } = await node(t)
  await program(
    'curl',
    `echo "$*" >> "${folder}/calls"
case "$*" in *--config*) cat >> "${folder}/given" ;; esac
case "$*" in *current*) echo '{"scavengeId": "ab-12", "scavengeLink": "/admin/scavenge/ab-12"}' ;; esac`,
  )
  const env = { ...path, NODE: 'https://one:2113', EVENTSTORE_PASSWORD: 'secret-1' }
  t.match(await run('log', [data, backup], env), { code: 0, said: /ab-12 was stopped/ })
  const calls = await textIn(folder, 'calls')
  t.match(
    calls,
    /--request GET .*current\n.*--request DELETE https:\/\/one:2113\/admin\/scavenge\/ab-12/,
  )
  t.notMatch(calls, /secret-1/)
  t.match(await textIn(folder, 'given'), 'user = "ops:secret-1"')
})

test('an incomplete backup, or a folder that is not one, is not restored', async (t) => {
  const { folder, data, backup, program, path } = await node(t)
  t.match(await run('log', [folder, backup]), { code: 1, said: /not the data of a node/ })
  await program('cp', `case "$*" in *chunk-000001*) exit 1 ;; esac\nexec /bin/cp "$@"`)
  t.match(await run('log', [data, backup], path), { code: 1 })
  t.match(await run('restore-log', [backup, join(folder, 'one')]), {
    code: 1,
    said: /no complete backup/,
  })
})
