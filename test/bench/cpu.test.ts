import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { parseStat, treeOf } from '@recado/bench/measuring/cpu-table'
import { ENDED, readCpu } from '@recado/bench/measuring/read-cpu'
import { test } from 'tap'

const stat = (pid: number, parent: number, own: number, ended = 0, isBusy = false) => ({
  ...{ pid, parent, own, ended, isBusy },
})

test('the processor time of processes', async (t) => {
  await t.test('is read whatever a program is named', (t) => {
    const rest = Array.from({ length: 30 }, (_, n) => (n < 10 ? n : 0))
    const times = [100, 20, 3, 4]
    const fields = ['R', 7, ...rest.slice(0, 9), ...times, ...rest.slice(13)].join(' ')
    const read = parseStat(`42 (postgres: (x) y ) ${fields}`)
    t.same(read, { pid: 42, parent: 7, own: 1_200, ended: 70, isBusy: true })
    t.end()
  })

  await t.test('has that of all descendants, and of nobody else', (t) => {
    const table = [
      stat(1, 0, 999),
      stat(2, 1, 10, 5),
      stat(3, 2, 20),
      stat(4, 3, 40),
      stat(5, 1, 99),
    ]
    t.same(treeOf(table, 2), { ms: 75, isBusy: false })
    t.same(treeOf(table, 6), { ms: 0, isBusy: false }, 'a process that is gone')
    t.end()
  })

  await t.test('keeps that of a backend that has ended', (t) => {
    const before = [stat(2, 1, 10), stat(3, 2, 500)]
    const after = [stat(2, 1, 10, 500), stat(4, 2, 30)]
    t.equal(treeOf(before, 2).ms, 510)
    t.equal(treeOf(after, 2).ms, 540)
    t.end()
  })

  await t.test('says that a tree is busy if any process of it is', (t) => {
    const table = [stat(2, 1, 0), stat(3, 2, 0), stat(4, 3, 0, 0, true), stat(5, 1, 0, 0, true)]
    t.equal(treeOf(table, 2).isBusy, true)
    t.equal(treeOf(table.slice(0, 2), 2).isBusy, false)
    t.end()
  })

  await t.test(
    'of children is kept by this process and by a shell, after they have ended',
    async (t) => {
      const burn = `const end = process.cpuUsage().user + 80_000; while (process.cpuUsage().user < end);`
      const before = readCpu([])
      spawnSync(process.execPath, ['-e', burn])
      const spent = (readCpu([]).times[ENDED] ?? 0) - (before.times[ENDED] ?? 0)
      t.ok(spent >= 80, `${spent} ms`)

      const shell = spawn('sh', [
        '-c',
        '"$0" -e "$1"; echo ended; read line',
        process.execPath,
        burn,
      ])
      t.teardown(() => shell.kill('SIGKILL'))
      await once(shell.stdout, 'data')
      const { times } = readCpu([{ name: 'shell', pid: shell.pid ?? 0 }])
      t.ok((times.shell ?? 0) >= 80, `${times.shell} ms`)
    },
  )
})
